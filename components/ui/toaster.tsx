"use client";

import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from "react-aria-components/Toast";
import { IconButton } from "./button";
import { cx } from "./cx";
import { toastQueue } from "./toast";

const ICONS = { info: Info, ok: CircleCheck, danger: CircleAlert };
const COLOURS = { info: "text-ink-muted", ok: "text-ok-text", danger: "text-danger-text" };

/** Where toasts show; once, in the shell. */
export function Toaster() {
  return (
    <ToastRegion
      queue={toastQueue}
      aria-label="Messages"
      className="fixed right-4 bottom-4 left-4 z-50 flex flex-col gap-2 sm:right-auto sm:w-96 md:left-64"
    >
      {({ toast: shown }) => {
        const { title, detail, tone = "info" } = shown.content;
        const Icon = ICONS[tone];
        return (
          <AriaToast
            toast={shown}
            className="flex items-start gap-2.5 rounded-lg border border-line-strong bg-raised p-3 animate-appear"
          >
            <Icon className={cx("mt-0.5 size-4 shrink-0", COLOURS[tone])} aria-hidden="true" />
            <ToastContent className="flex min-w-0 flex-1 flex-col">
              <Text slot="title" className="font-medium">
                {title}
              </Text>
              {detail && (
                <Text slot="description" className="text-ink-muted text-sm">
                  {detail}
                </Text>
              )}
            </ToastContent>
            <IconButton slot="close" icon={X} label="Close message" size="sm" />
          </AriaToast>
        );
      }}
    </ToastRegion>
  );
}
