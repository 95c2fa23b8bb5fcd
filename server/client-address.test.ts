import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientAddress, parseNetwork } from "./client-address";

const two = { hops: 2 };
const inside = { networks: ["10.0.0.0/8", "fd00::/8", "192.0.2.7"] };

describe("the address of a client", () => {
  it.each([
    ["nobody is believed", undefined, "10.0.0.1", ["203.0.113.9"], "10.0.0.1"],
    ["no hop is believed", { hops: 0 }, "10.0.0.1", ["203.0.113.9"], "10.0.0.1"],
    ["one proxy", { hops: 1 }, "10.0.0.1", ["203.0.113.9"], "203.0.113.9"],
    ["one proxy, and a forged address before", { hops: 1 }, "10.0.0.1", ["1.2.3.4, 203.0.113.9"], "203.0.113.9"],
    ["one proxy that adds a header of its own", { hops: 1 }, "10.0.0.1", ["1.2.3.4", "203.0.113.9"], "203.0.113.9"],
    ["one proxy that said nothing", { hops: 1 }, "10.0.0.1", undefined, "10.0.0.1"],
    ["one proxy that said nothing we know", { hops: 1 }, "10.0.0.1", ["unknown"], "10.0.0.1"],
    ["two proxies", two, "10.0.0.1", ["1.2.3.4, 203.0.113.9, 10.9.9.9"], "203.0.113.9"],
    ["two proxies, of which one was passed by", two, "10.0.0.1", ["203.0.113.9"], "203.0.113.9"],
    ["two proxies and text in between", two, "10.0.0.1", ["203.0.113.9, _hidden, 10.9.9.9"], "10.9.9.9"],
    ["proxies of a network", inside, "10.0.0.1", ["1.2.3.4, 203.0.113.9, 10.1.1.1, 192.0.2.7"], "203.0.113.9"],
    ["a stranger who comes past them", inside, "203.0.113.9", ["1.2.3.4"], "203.0.113.9"],
    ["a client within the network", inside, "10.0.0.1", ["10.5.5.5"], "10.5.5.5"],
    ["an IPv4 peer on an IPv6 socket", inside, "::ffff:10.0.0.1", ["203.0.113.9"], "203.0.113.9"],
    ["IPv6, with a port and without", inside, "fd00::1", ["[2001:DB8::9]:4711, fd00::2"], "2001:db8::9"],
    ["IPv4 with a port", { hops: 1 }, "10.0.0.1", ["203.0.113.9:4711"], "203.0.113.9"],
    ["a short form of an address", { hops: 1 }, "10.0.0.1", ["0x7f.1"], "10.0.0.1"],
    ["no peer at all", { hops: 1 }, undefined, ["203.0.113.9"], ""],
  ])("%s", (_, trusted, peer, forwarded, expected) => {
    expect(clientAddress(trusted, peer, forwarded)).toBe(expected);
  });

  it("is never what somebody beyond the believed proxies has written", () => {
    const forged = fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.constantFrom("10.0.0.1", "", ","));
    fc.assert(
      fc.property(fc.array(forged, { maxLength: 5 }), (texts) => {
        const header = [...texts, "203.0.113.9, 10.0.0.2"].join(",");
        expect(clientAddress(two, "10.0.0.1", [header])).toBe("203.0.113.9");
        expect(clientAddress(inside, "10.0.0.1", [header])).toBe("203.0.113.9");
        expect(clientAddress(undefined, "203.0.113.9", [header])).toBe("203.0.113.9");
        expect(clientAddress(inside, "203.0.113.9", [header])).toBe("203.0.113.9");
      }),
    );
  });

  it.each([
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0/8",
    "fd00::/129",
    "10.0.0.1:80",
    "example.com",
    "[::1]",
    "",
  ])("%s is no network", (text) => expect(parseNetwork(text)).toBeUndefined());
});
