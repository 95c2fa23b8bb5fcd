import { answerReservationsCsv } from "@/server/trpc/reservations-csv";

export const dynamic = "force-dynamic";

export const GET = (request: Request): Promise<Response> => answerReservationsCsv(request);
