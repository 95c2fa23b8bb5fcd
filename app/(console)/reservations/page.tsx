import type { Metadata } from "next";
import { ReservationsPage } from "@/components/reservation-list/reservations-page";

export const metadata: Metadata = { title: "Reservations" };

export default function Reservations() {
  return <ReservationsPage />;
}
