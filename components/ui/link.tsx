import NextLink from "next/link";
import type { ComponentProps } from "react";
import { type ButtonLook, buttonClass } from "./button-look";
import { cx } from "./cx";

type LinkProps = Omit<ComponentProps<typeof NextLink>, "className"> & {
  /** `inline` in running text, `plain` where place and weight already say that it leads on (a table's first column). */
  look?: "inline" | "plain";
};

export function Link({ look = "inline", ...props }: LinkProps) {
  return (
    <NextLink
      {...props}
      className={cx(
        "rounded-sm",
        look === "inline"
          ? "text-accent-text underline decoration-1 underline-offset-2 hover:decoration-2"
          : "text-ink no-underline hover:underline hover:underline-offset-2",
      )}
    />
  );
}

/** A link that looks like a button, for the one way on. */
export function ButtonLink({
  variant,
  size,
  ...props
}: Omit<ComponentProps<typeof NextLink>, "className"> & ButtonLook) {
  return <NextLink {...props} className={cx(buttonClass({ variant, size }), "hover:bg-hover")} />;
}
