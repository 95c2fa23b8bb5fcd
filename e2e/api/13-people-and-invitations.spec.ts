import { PERMISSIONS } from "@/server/domain/permissions";
import { appRouter } from "@/server/trpc/router";
import { Console } from "../fixtures/console-call";
import { query } from "../fixtures/database";
import { idOf, newPerson, PASSWORD } from "../fixtures/people";
import { expect, type TestOrg, test, type World } from "../fixtures/world";

/** All that decides who may do what: nothing that is refused may change it. */
const rights = (world: World) =>
  Promise.all(
    ["members order by org_id, user_id", "api_keys order by id", "invitations order by id", "users order by id"].map(
      (table) =>
        query(world, `select to_jsonb(t) - 'last_seen_at' - 'last_used_at' as row from ${table.replace(" ", " t ")}`),
    ),
  );

/** An org with one person a role, and another org with an owner. */
async function cast(world: World) {
  const [a, b] = [await world.newOrg("A"), await world.newOrg("B")];
  const make = async (name: string, role: "owner" | "admin" | "member" | "viewer", org: TestOrg = a) => {
    const person = await newPerson(world, name, [[org.id, role]]);
    return { ...person, id: await idOf(world, person) };
  };
  return {
    a,
    b,
    owner: await make("Olga Owner", "owner"),
    admin: await make("Anna Admin", "admin"),
    member: await make("Mia Member", "member"),
    viewer: await make("Vera Viewer", "viewer"),
    other: await make("Otto Other", "owner", b),
  };
}

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string; inputs: unknown[] } }>,
);
const PUBLIC = ["session.signIn", "session.signOut", "session.needsSetup", "session.setup", "invitations.join"];

test.describe("13: the console gives nobody more than she has", () => {
  test("no procedure works without a session but those that begin one, and none for another site", async ({
    world,
  }) => {
    const nobody = new Console(world.servers[0].url);
    const before = await rights(world);
    for (const [path, { _def }] of procedures) {
      if (PUBLIC.includes(path) || _def.type === "subscription") continue;
      for (const caller of [nobody, new Console(nobody.url, "holdfast.session_token=forged.forged")]) {
        const reply = _def.type === "mutation" ? await caller.change(path, {}) : await caller.ask(path, {});
        expect([path, reply.status, reply.data]).toEqual([path, path === "invitations.accept" ? 400 : 401, undefined]);
      }
    }
    const { owner, a } = await cast(world);
    const own = await Console.of(world, owner);
    for (const origin of ["https://evil.example", "null", null]) {
      const invited = await own
        .from(origin)
        .change("people.invite", { orgId: a.id, email: "x@y.example", role: "owner" });
      expect([origin, invited.status]).toEqual([origin, 403]);
      const body = { name: "k", permissions: ["vm.read"] };
      const made = await own.from(origin).change("apiKeys.create", { params: { orgId: a.id }, body });
      expect([origin, made.status]).toEqual([origin, 403]);
    }
    const [members, keys, invitations] = await rights(world);
    expect(invitations).toEqual(before[2]);
    expect([members!.length - before[0]!.length, keys!.length - before[1]!.length]).toEqual([5, 2]);
  });

  test("every procedure refuses a field that it doesn't know", async ({ world }) => {
    const { orgId } = await world.platform.ok("whoami");
    const operator = await Console.of(world, await newPerson(world, "Opal Operator", [[orgId, "owner"]]));
    const before = await rights(world);
    for (const [path, { _def }] of procedures) {
      // Without a parser nothing that is sent is read.
      if (_def.inputs.length === 0) continue;
      const tampered = { orgId, userId: "usr_x", role: "owner", isPlatform: true, permissions: PERMISSIONS };
      const reply =
        _def.type === "mutation" ? await operator.change(path, tampered) : await operator.ask(path, tampered);
      expect([path, reply.status]).toEqual([path, 400]);
    }
    expect(await rights(world)).toEqual(before);
  });

  test("roles, members and invitations: no escalation, in one's own org or another", async ({ world }) => {
    const { a, b, owner, admin, member, viewer, other } = await cast(world);
    const { orgId: platform } = await world.platform.ok("whoami");
    const [asOwner, asAdmin, asMember, asViewer] = [
      await Console.of(world, owner),
      await Console.of(world, admin),
      await Console.of(world, member),
      await Console.of(world, viewer),
    ];
    const before = await rights(world);
    const refused = async (who: Console, path: string, input: unknown, status: number) =>
      expect([path, input, (await who.change(path, input)).status]).toEqual([path, input, status]);
    for (const who of [asMember, asViewer]) {
      for (const target of [member, viewer, admin, owner]) {
        for (const role of ["owner", "admin", "viewer"])
          await refused(who, "people.changeRole", { orgId: a.id, userId: target.id, role }, 403);
        await refused(who, "people.remove", { orgId: a.id, userId: target.id }, 403);
      }
      await refused(who, "people.invite", { orgId: a.id, email: "me@evil.example", role: "viewer" }, 403);
      await refused(who, "people.revokeInvitation", { orgId: a.id, invitationId: "inv_x" }, 403);
      expect((await who.ask("keys.list", { orgId: a.id })).status).toBe(403);
      expect((await who.ask("allOrgs.list", {})).status).toBe(403);
    }
    for (const target of [admin, member]) {
      await refused(asAdmin, "people.changeRole", { orgId: a.id, userId: target.id, role: "owner" }, 403);
    }
    await refused(asAdmin, "people.changeRole", { orgId: a.id, userId: owner.id, role: "viewer" }, 403);
    await refused(asAdmin, "people.remove", { orgId: a.id, userId: owner.id }, 403);
    await refused(asAdmin, "people.invite", { orgId: a.id, email: "me@evil.example", role: "owner" }, 403);
    await refused(asOwner, "people.changeRole", { orgId: a.id, userId: owner.id, role: "viewer" }, 409);
    await refused(asOwner, "people.remove", { orgId: a.id, userId: owner.id }, 409);
    await refused(asOwner, "people.leave", { orgId: a.id }, 409);
    for (const org of [b.id, platform, "org_unknown"]) {
      for (const who of [asOwner, asAdmin, asMember]) {
        await refused(who, "people.changeRole", { orgId: org, userId: other.id, role: "viewer" }, 403);
        await refused(who, "people.changeRole", { orgId: org, userId: owner.id, role: "owner" }, 403);
        await refused(who, "people.remove", { orgId: org, userId: other.id }, 403);
        await refused(who, "people.invite", { orgId: org, email: owner.email, role: "owner" }, 403);
        expect((await who.ask("people.list", { orgId: org })).status).toBe(403);
      }
    }
    for (const role of ["member,owner", "OWNER", "owner ", "", "superuser", ["owner"], { role: "owner" }, null, 1]) {
      await refused(asOwner, "people.changeRole", { orgId: a.id, userId: member.id, role }, 400);
      await refused(asOwner, "people.invite", { orgId: a.id, email: "x@y.example", role }, 400);
    }
    for (const email of ["", "x", "x@y.example\nBcc: z@z.example", "a@b.example,c@d.example", ["x@y.example"], null]) {
      await refused(asOwner, "people.invite", { orgId: a.id, email, role: "viewer" }, 400);
    }
    await refused(asOwner, "people.changeRole", { orgId: a.id, userId: other.id, role: "viewer" }, 404);
    expect(await rights(world)).toEqual(before);
  });

  test("two owners who demote each other at once, at two servers, leave one", async ({ world }) => {
    const { a, owner } = await cast(world);
    const second = await newPerson(world, "Oda Owner", [[a.id, "owner"]]);
    const [first, other] = [await Console.of(world, owner, 0), await Console.of(world, second, 1)];
    const replies = await Promise.all([
      first.change("people.changeRole", { orgId: a.id, userId: await idOf(world, second), role: "viewer" }),
      other.change("people.changeRole", { orgId: a.id, userId: owner.id, role: "viewer" }),
    ]);
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 403]);
    const owners = await query(world, "select from members where org_id = $1 and role = 'owner'", [a.id]);
    expect(owners).toHaveLength(1);
  });

  test("keys by the console: for one's own org alone, with no more than one has, and what the server owns is refused", async ({
    world,
  }) => {
    const { a, b, owner, member } = await cast(world);
    const [asOwner, asMember] = [await Console.of(world, owner), await Console.of(world, member)];
    const { orgId: platform } = await world.platform.ok("whoami");
    const make = (who: Console, orgId: string, body: object) =>
      who.change("apiKeys.create", { params: { orgId }, body: { name: "k", permissions: ["vm.read"], ...body } });
    const before = await rights(world);
    for (const orgId of [b.id, platform, "org_unknown"]) expect((await make(asOwner, orgId, {})).status).toBe(403);
    expect((await make(asMember, a.id, {})).status).toBe(403);
    const owned = ["userId", "organizationId", "orgId", "role", "scopes", "prefix", "remaining", "refillAmount"];
    for (const field of [...owned, "rateLimitEnabled", "metadata", "expiresIn", "key", "isPlatform", "makerUserId"]) {
      const reply = await make(asOwner, a.id, { [field]: "usr_platform" });
      expect([field, reply.status, reply.message?.includes(field)]).toEqual([field, 400, true]);
    }
    for (const expiresInSeconds of [-1, 0, 1e300, "60"]) {
      expect((await make(asOwner, a.id, { expiresInSeconds })).status).toBe(400);
    }
    expect(await rights(world)).toEqual(before);

    const made = await make(asOwner, a.id, { permissions: PERMISSIONS });
    const { key, orgId } = made.data as { key: string; orgId: string };
    expect(orgId).toBe(a.id);
    const node = await world.newNode(1);
    const body = { unitIds: node.unitIds, allowedOrgIds: [a.id] };
    await world.platform.as(key).refused("createReservation", "not_found", { params: { nodeId: node.id }, body });
    // What its maker loses, the key loses with the next request.
    await query(world, "update members set role = 'viewer' where org_id = $1 and user_id = $2", [a.id, owner.id]);
    expect((await world.platform.as(key).ok("whoami")).permissions.every((each) => each.endsWith(".read"))).toBe(true);
    expect((await make(asOwner, a.id, {})).status).toBe(403);
    await query(world, "delete from members where org_id = $1 and user_id = $2", [a.id, owner.id]);
    expect((await world.platform.as(key).ok("whoami")).permissions).toEqual([]);
  });

  test("an invitation's link gives its role in its org to its address, and nothing else", async ({ world }) => {
    const { a, owner, other } = await cast(world);
    const [asOwner, asOther] = [await Console.of(world, owner), await Console.of(world, other)];
    const nobody = new Console(world.servers[1].url);
    const email = `joe-${a.id.slice(-12)}@holdfast.example`;
    const made = await asOwner.change("people.invite", { orgId: a.id, email, role: "viewer" });
    const { link, id } = made.data as { link: string; id: string };
    const token = link.split("/").at(-1)!;
    const comer = { token, name: "Joe Joiner", password: PASSWORD };
    const before = await rights(world);
    for (const more of [{ role: "owner" }, { email: "me@evil.example" }, { orgId: "org_x" }, { userId: other.id }]) {
      expect([more, (await nobody.change("invitations.join", { ...comer, ...more })).status]).toEqual([more, 400]);
    }
    for (const bad of [id, `${token}x`, token.slice(0, -1), token.toUpperCase(), "", null, { token }]) {
      const reply = await nobody.change("invitations.join", { ...comer, token: bad });
      expect([bad, [400, 404].includes(reply.status)]).toEqual([bad, true]);
    }
    expect((await nobody.change("invitations.accept", { token })).status).toBe(401);
    const wrong = await asOther.change("invitations.accept", { token });
    expect([wrong.status, wrong.message]).toEqual([
      403,
      `This invitation is for ${email}, and you are signed in as ${other.email}. Sign out to accept it.`,
    ]);
    expect(await rights(world)).toEqual(before);
    expect((await nobody.change("invitations.join", comer)).status).toBe(200);
    const joined = await query(
      world,
      "select m.org_id, m.role from members m join users u on u.id = m.user_id where u.email = $1",
      [email],
    );
    expect(joined).toEqual([{ org_id: a.id, role: "viewer" }]);
    expect((await nobody.change("invitations.join", comer)).status).toBe(409);
    expect((await asOwner.change("people.revokeInvitation", { orgId: a.id, invitationId: id })).status).toBe(404);
  });

  test("sessions are one's own: nobody ends another's", async ({ world }) => {
    const { owner, member } = await cast(world);
    const [asOwner, asMember] = [await Console.of(world, owner), await Console.of(world, member)];
    const [theirs] = (await asMember.ask("account.sessions")).data as { id: string }[];
    expect((await asOwner.change("account.endSession", { sessionId: theirs!.id })).status).toBe(404);
    expect((await asMember.ask("session.me")).status).toBe(200);
    expect((await asMember.change("account.endSession", { sessionId: theirs!.id })).status).toBe(200);
    expect((await asMember.ask("session.me")).status).toBe(401);
  });
});
