import { openTestCluster } from "./cluster";

/** For vitest and Playwright alike: opens the cluster and returns the function that closes it. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await openTestCluster();
  return () => cluster.close();
}
