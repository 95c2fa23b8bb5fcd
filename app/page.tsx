import { redirect } from "next/navigation";

/** The console begins at its nodes; who is not signed in is sent to do so, and back. */
export default function Home() {
  redirect("/nodes");
}
