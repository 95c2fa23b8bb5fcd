import { THEME_COOKIE, type Theme } from "@/server/contract/theme";

const YEAR_S = 365 * 24 * 60 * 60;

/** Applies a theme to this page and to those that the server renders from now on. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox.
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}
