import type { Metadata } from "next";
import { ModelsPage } from "@/components/models/models-page";

export const metadata: Metadata = { title: "GPU models" };

export default function Models() {
  return <ModelsPage />;
}
