import { z } from "zod";
import { operations } from "../contract/operations";
import { reservationListSchema } from "../contract/reservation-list";
import { id, MAX_NAME, text } from "../contract/text";
import { timelineQuerySchema } from "../contract/timeline";
import { permit } from "../services/authorize";
import { audienceOrgs, listReservationRows, readReservationRows } from "../services/console/list-reservation-rows";
import { readTimeline } from "../services/console/read-timeline";
import { protectedProcedure, router, serviceContext } from "./init";

/** Reservations over all nodes, and time. */
export const timeRouter = router({
  reservations: protectedProcedure.input(reservationListSchema).query(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.listReservations);
    return listReservationRows(serviceContext(ctx), input);
  }),
  reservationRows: protectedProcedure
    .input(z.strictObject({ ids: z.array(id()).min(1).max(200) }))
    .query(({ ctx, input }) => {
      permit(serviceContext(ctx), operations.listReservations);
      return readReservationRows(serviceContext(ctx), input.ids);
    }),
  node: protectedProcedure.input(timelineQuerySchema).query(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.getNode);
    permit(serviceContext(ctx), operations.listNodeReservations);
    return readTimeline(serviceContext(ctx), input);
  }),
  audienceOrgs: protectedProcedure.input(z.strictObject({ text: text(MAX_NAME) })).query(({ ctx, input }) => {
    permit(serviceContext(ctx), operations.listReservations);
    return audienceOrgs(serviceContext(ctx), input.text);
  }),
});
