export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Read by the server before the first paint, so that no page ever flashes in the other theme. */
export const THEME_COOKIE = "theme";
const YEAR_S = 365 * 24 * 60 * 60;

export function readTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? "system";
}

/** Applies a theme to this page and to those that the server renders from now on. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox.
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}
