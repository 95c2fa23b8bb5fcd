import { answerPlain } from "@/server/rest/plain";
import { toWebResponse } from "@/server/rest/web-adapter";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const reply = await answerPlain("/openapi.json", "GET", undefined);
  return reply ? toWebResponse("GET", reply) : new Response(null, { status: 404 });
}
