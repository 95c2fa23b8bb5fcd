import ipaddr from "ipaddr.js";

/** Which proxies are believed: so many hops before us, or whichever have these addresses. */
export type TrustedProxies = { hops: number } | { networks: readonly string[] };

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address in full; `::ffff:192.0.2.1` is the IPv4 address that it holds. */
function parse(text: string): Address | undefined {
  const isWhole = ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(":") && ipaddr.IPv6.isValid(text));
  return isWhole ? ipaddr.process(text) : undefined;
}

/** As a proxy writes it: perhaps with a port. */
const parseForwarded = (text: string): Address | undefined =>
  parse(/^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text);

type Network = [Address, number];

/** A network such as `10.0.0.0/8`, or one address; undefined for what is neither. */
export function parseNetwork(text: string): Network | undefined {
  const [address = "", bits, ...more] = text.split("/");
  const parsed = parse(address);
  if (!parsed || more.length > 0) return undefined;
  const longest = parsed.kind() === "ipv4" ? 32 : 128;
  if (bits === undefined) return [parsed, longest];
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  return length <= longest ? [parsed, length] : undefined;
}

const isIn = (address: Address, [network, bits]: Network) =>
  address.kind() === network.kind() && address.match([network, bits] as [ipaddr.IPv4, number] & [ipaddr.IPv6, number]);

function isBelieved(trusted: TrustedProxies, address: Address, hop: number): boolean {
  if ("hops" in trusted) return hop < trusted.hops;
  return trusted.networks.some((text) => {
    const network = parseNetwork(text);
    return network !== undefined && isIn(address, network);
  });
}

/**
 * The address of whoever asks: the peer's, and where the peer is a proxy that is believed, the one that it says it was
 * asked by (the last of X-Forwarded-For), and so on. What stands before that is only what a stranger has written.
 */
export function clientAddress(
  trusted: TrustedProxies | undefined,
  peer: string | undefined,
  forwarded: readonly string[] | undefined,
): string {
  const nearest = parse(peer ?? "");
  if (!trusted || !nearest) return peer ?? "";
  let client: Address = nearest;
  const before = (forwarded ?? []).flatMap((line) => line.split(",")).reverse();
  for (const [hop, text] of before.entries()) {
    const next = isBelieved(trusted, client, hop) ? parseForwarded(text.trim()) : undefined;
    if (!next) break;
    client = next;
  }
  return client.toString();
}
