import type { Method, Operation } from "../contract/operation";
import { type OperationId, operations } from "../contract/operations";
import { canBeId } from "../contract/text";

interface Route {
  segments: string[];
  methods: Map<Method, OperationId>;
}

export interface Match {
  params: Record<string, string>;
  methods: ReadonlyMap<Method, OperationId>;
}

const isParam = (segment: string) => segment.startsWith("{");

function buildRoutes(): Route[] {
  const routes = new Map<string, Route>();
  for (const [id, op] of Object.entries(operations) as [OperationId, Operation][]) {
    const shape = op.path.replace(/\{\w+\}/g, "{}");
    const route = routes.get(shape) ?? { segments: op.path.slice(1).split("/"), methods: new Map() };
    route.methods.set(op.method, id);
    routes.set(shape, route);
  }
  // Fixed segments before parameters: /reservations/units is no reservation.
  const weight = (route: Route) => route.segments.map((segment) => (isParam(segment) ? "1" : "0")).join("");
  return [...routes.values()].sort((a, b) => (weight(a) < weight(b) ? -1 : 1));
}

const routesByLength = new Map<number, Route[]>();
for (const route of buildRoutes()) {
  routesByLength.set(route.segments.length, [...(routesByLength.get(route.segments.length) ?? []), route]);
}

/** A path segment as text; undefined where it can't name anything. */
function decode(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return canBeId(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function matchRoute(route: Route, segments: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (const [index, expected] of route.segments.entries()) {
    const segment = segments[index] ?? "";
    if (!isParam(expected)) {
      if (segment !== expected) return undefined;
      continue;
    }
    const value = decode(segment);
    if (value === undefined) return undefined;
    params[expected.slice(1, -1)] = value;
  }
  return params;
}

/** Which calls a path has, and what its parameters are; undefined for a path that no call has. */
export function matchPath(path: string): Match | undefined {
  const segments = path.slice(1).split("/");
  for (const route of routesByLength.get(segments.length) ?? []) {
    const params = matchRoute(route, segments);
    if (params) return { params, methods: route.methods };
  }
  return undefined;
}

/** The Allow header of a path: its methods, and HEAD wherever there is GET. */
export function allowHeader(methods: ReadonlyMap<Method, OperationId>): string {
  const allowed = [...methods.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return allowed.sort().join(", ");
}
