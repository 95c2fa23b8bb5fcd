"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";

const loadDialogs = () => import("./node-dialogs").then((module) => module.NodeDialogs);
const NodeDialogs = dynamic(loadDialogs);
const DIALOGS_AFTER_MS = 500;

/** The dialogs are half of a page's script: they come after it, and before anybody can ask for one. */
export function useDialogsAhead(): typeof NodeDialogs {
  useEffect(() => {
    const timer = setTimeout(loadDialogs, DIALOGS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return NodeDialogs;
}
