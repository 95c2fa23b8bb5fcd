import { readFile } from "node:fs/promises";
import { join } from "node:path";

const PACKAGE = join(process.cwd(), "node_modules", "swagger-ui-dist");

const CSS = "text/css; charset=utf-8";
const SCRIPT = "text/javascript; charset=utf-8";

/** Shows the `x-codeSamples` of a call before its answers; Swagger UI itself doesn't know them. */
const CODE_SAMPLES = `const codeSamples = () => ({
  wrapComponents: {
    responses: (Responses, { React: { createElement }, getComponent, specSelectors }) => (props) => {
      const samples = specSelectors.specJson().getIn(["paths", props.path, props.method, "x-codeSamples"]);
      const HighlightCode = getComponent("HighlightCode", true);
      const shown = (sample) => {
        const [label, language] = [sample.get("label"), sample.get("lang") === "Shell" ? "bash" : "javascript"];
        const code = createElement(HighlightCode, { language, canCopy: true }, sample.get("source"));
        return createElement("section", { key: label, "aria-label": label }, createElement("h5", null, label), code);
      };
      const title = createElement("div", { className: "opblock-section-header" }, createElement("h4", null, "Examples"));
      const body = samples && createElement("div", { className: "code-samples" }, samples.toArray().map(shown));
      return createElement("div", null, body && title, body, createElement(Responses, props));
    },
  },
});`;

/**
 * Starts the reference. What is tried out is sent to this server alone, with the key that was typed in and without the
 * console's cookie; the key is forgotten with the page, and no outside validator is asked.
 */
const START = `${CODE_SAMPLES}
window.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  plugins: [codeSamples],
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, window.location.href);
    request.url = window.location.origin + pathname + search;
    request.credentials = "omit";
    return request;
  },
});`;

const LOOK = `body { margin: 0; }
.reference-bar { display: flex; gap: 16px; align-items: center; padding: 12px 20px; border-bottom: 1px solid #d5d8dd;
  font: 14px/1.4 system-ui, sans-serif; }
.reference-bar a { color: inherit; }
.reference-bar span { flex: 1; color: #5b6470; }
.swagger-ui .topbar { display: none; }
.swagger-ui .code-samples { display: flex; flex-wrap: wrap; gap: 20px; padding: 4px 20px 20px; }
.swagger-ui .code-samples section { flex: 1 1 380px; min-width: 0; }
.swagger-ui .code-samples h5 { margin: 12px 0 6px; }
.swagger-ui .code-samples .copy-to-clipboard { inset: -36px 0 auto auto; }
@media (prefers-color-scheme: dark) {
  html { background: #14171b; }
  .reference-bar { color: #e6e8eb; border-color: #333941; }
  .reference-bar span { color: #9aa3ae; }
  #reference { filter: invert(0.9) hue-rotate(180deg); }
}`;

const FILES: Record<string, { type: string; read: () => Promise<string | Buffer> }> = {
  "swagger-ui.css": { type: CSS, read: () => readFile(join(PACKAGE, "swagger-ui.css")) },
  "swagger-ui-bundle.js": { type: SCRIPT, read: () => readFile(join(PACKAGE, "swagger-ui-bundle.js")) },
  "reference.js": { type: SCRIPT, read: async () => START },
  "reference.css": { type: CSS, read: async () => LOOK },
};

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const name = (await params).file;
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (!file) return new Response("Not found", { status: 404 });
  const body = await file.read();
  return new Response(new Uint8Array(Buffer.from(body)), {
    headers: { "Content-Type": file.type, "Cache-Control": "public, max-age=3600" },
  });
}
