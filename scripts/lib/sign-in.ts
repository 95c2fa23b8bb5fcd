/** Signs in by the same call as the sign-in page; the cookies of the session. */
export async function signIn(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const reply = await fetch(`${url}/api/trpc/session.signIn`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`${email} could not sign in: ${await reply.text()}`);
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
