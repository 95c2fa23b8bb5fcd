import { headers } from "next/headers";

export const dynamic = "force-dynamic";

/** The reference of the API: Swagger UI from its package, fed by /openapi.json; nothing comes from another host. */
export async function GET(): Promise<Response> {
  const nonce = (await headers()).get("x-holdfast-nonce") ?? "";
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Holdfast</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="stylesheet" href="/docs/assets/reference.css">
</head>
<body>
<header class="reference-bar"><a href="/">Holdfast</a><span>API reference</span><a href="/openapi.json">openapi.json</a></header>
<main id="reference"><noscript>This page needs JavaScript; the same is in <a href="/openapi.json">openapi.json</a>.</noscript></main>
<script nonce="${nonce}" src="/docs/assets/swagger-ui-bundle.js"></script>
<script nonce="${nonce}" src="/docs/assets/reference.js"></script>
</body>
</html>`;
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" } });
}
