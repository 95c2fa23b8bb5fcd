const BASE = "https://here.invalid";

/** Where to go after signing in: a path of this console, whatever the address asks for. */
export function safeNext(asked: string | undefined, otherwise = "/"): string {
  if (!asked?.startsWith("/") || !URL.canParse(asked, BASE)) return otherwise;
  const url = new URL(asked, BASE);
  if (url.origin !== BASE || /^\/(sign-in|setup|api)(\/|$)/.test(url.pathname)) return otherwise;
  const path = url.pathname + url.search + url.hash;
  // `/.//elsewhere` is a path here, but what is left of it names another host.
  return new URL(path, BASE).origin === BASE ? path : otherwise;
}
