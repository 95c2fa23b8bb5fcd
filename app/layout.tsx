import "@fontsource-variable/geist/wght.css";
import "@fontsource-variable/geist-mono/wght.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { Language } from "@/components/ui/language";
import { LANGUAGE } from "@/components/ui/locale";
import { readTheme, THEME_COOKIE } from "@/server/contract/theme";

export const metadata: Metadata = {
  title: { default: "Holdfast", template: "%s · Holdfast" },
  description: "Reserve physical GPU units, sell idle ones on the spot market, and take them back.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = readTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html lang={LANGUAGE} data-theme={theme}>
      <body>
        <Language>{children}</Language>
      </body>
    </html>
  );
}
