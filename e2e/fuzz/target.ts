import type { World } from "../fixtures/world";
import type { Target } from "./fuzz";

/** A world with something of everything, for shots to hit. */
export async function targetIn(world: World): Promise<Target> {
  const [owner, customer, manager] = await Promise.all([0, 1, 2].map(() => world.newOrg("Fuzz")));
  if (!owner || !customer || !manager) throw new Error("no orgs");
  const nodes = [await world.newNode(4, { owner }), await world.newNode(4, { owner, pods: true })];
  const reservations: string[] = [];
  for (const node of nodes) {
    const made = await world.reserve(node, node.unitIds.slice(0, 2), [customer], { managingOrgIds: [manager.id] });
    reservations.push(made.id);
  }
  const vm = await world.startVm(customer, nodes[0]!);
  const { orgId } = await world.platform.ok("whoami");
  const reader = await world.newKey(orgId, ["node.read", "reservation.read"]);
  const spare = await world.newKey(customer.id);
  return {
    url: world.servers[0].url,
    keys: [world.platform.key, owner.api.key, customer.api.key, manager.api.key, reader.api.key],
    known: {
      nodeId: nodes.map((node) => node.id),
      unitId: nodes[0]!.unitIds,
      orgId: [owner.id, customer.id, manager.id],
      reservationId: reservations,
      workloadId: [vm.id],
      gpuModelId: nodes.map((node) => node.modelId),
      // Not a key that the shots themselves are fired with.
      keyId: [spare.id],
    },
  };
}
