import { exportTrailFile } from "@/server/trpc/trail-export";

export const dynamic = "force-dynamic";

export { exportTrailFile as GET };
