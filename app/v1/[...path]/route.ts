import { answerRest } from "@/server/rest/rest";
import { fromWebRequest, toWebResponse } from "@/server/rest/web-adapter";

export const dynamic = "force-dynamic";

/** Our own server answers `/v1` before it comes here; this route serves hostings that run the app without it. */
async function handle(request: Request): Promise<Response> {
  return toWebResponse(request.method, await answerRest(fromWebRequest(request)));
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
