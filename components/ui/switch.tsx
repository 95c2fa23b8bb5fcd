"use client";

import type { ReactNode } from "react";
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from "react-aria-components/Switch";
import { ROW, Words } from "./toggle-look";

export interface SwitchProps extends Omit<AriaSwitchProps, "className" | "style" | "children"> {
  children: ReactNode;
  detail?: ReactNode;
}

/** On or off, at once. Within a form that is sent later: Checkbox. */
export function Switch({ children, detail, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className={ROW}>
      <span className="mt-0.5 flex h-4 w-7 shrink-0 items-center rounded-full border border-line-strong bg-sunken px-0.5 group-data-selected:border-accent group-data-selected:bg-accent group-data-focus-visible:outline-2 group-data-focus-visible:outline-focus group-data-focus-visible:outline-offset-2 forced-colors:group-data-selected:bg-[Highlight]">
        <span className="size-2.5 rounded-full bg-line-strong transition-transform duration-100 group-data-selected:translate-x-3 group-data-selected:bg-accent-fg forced-colors:bg-[ButtonText]" />
      </span>
      <Words detail={detail}>{children}</Words>
    </AriaSwitch>
  );
}
