import { changeCall, readCall } from "./call";
import { consoleRouter } from "./console-router";
import { router } from "./init";
import { machinesRouter } from "./machines-router";
import { overviewRouter } from "./overview-router";
import { accountRouter, allOrgsRouter, invitationsRouter, keysRouter, peopleRouter } from "./people-router";
import { sessionRouter } from "./session-router";
import { timeRouter } from "./time-router";
import { trailRouter } from "./trail-router";

/** Everything that the console can ask for. Calls of the operation table keep their names and go through the same services as REST. */
export const appRouter = router({
  session: sessionRouter,
  console: consoleRouter,
  trail: trailRouter,
  machines: machinesRouter,
  time: timeRouter,
  overview: overviewRouter,
  people: peopleRouter,
  invitations: invitationsRouter,
  keys: keysRouter,
  allOrgs: allOrgsRouter,
  account: accountRouter,
  reservations: router({
    units: readCall("listUnits"),
    list: readCall("listReservations"),
    get: readCall("getReservation"),
    create: changeCall("createReservation"),
    change: changeCall("changeReservation"),
    cancel: changeCall("cancelReservation"),
    reaffirm: changeCall("reaffirmReservation"),
    release: changeCall("releaseUnits"),
    reclaim: changeCall("reclaimUnits"),
  }),
  nodes: router({
    get: readCall("getNode"),
    create: changeCall("createNode"),
    update: changeCall("updateNode"),
    putInventory: changeCall("putInventory"),
    previewInventory: changeCall("previewInventory"),
    audit: readCall("listNodeAudit"),
  }),
  workloads: router({ terminateVm: changeCall("terminateVm"), terminatePod: changeCall("terminatePod") }),
  catalog: router({ models: readCall("listGpuModels"), availability: readCall("getGpuAvailability") }),
  orgs: router({ list: readCall("listOrgs"), create: changeCall("createOrg") }),
  apiKeys: router({
    list: readCall("listApiKeys"),
    create: changeCall("createApiKey"),
    revoke: changeCall("revokeApiKey"),
  }),
});

export type AppRouter = typeof appRouter;
