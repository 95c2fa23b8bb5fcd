import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReservationPage } from "@/components/reservation-page/reservation-page";
import { readReservation } from "@/server/trpc/server";

export const metadata: Metadata = { title: "Reservation" };

export default async function Page({ params }: { params: Promise<{ reservationId: string }> }) {
  const { reservationId } = await params;
  const initial = await readReservation(reservationId);
  if (!initial) notFound();
  return <ReservationPage key={reservationId} initial={initial} />;
}
