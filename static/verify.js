/* PF1 in the browser: rebuilds a deck from its seeds with WebCrypto and says what was found.

   check(proof) -> {commitment: bool, deck: bool, kind: bool, cards: [text]} works on the downloaded
   proof; kind: whether a daily or winnable deal has the client seed that such a deal must have.
   On a page: [data-proof="address of the proof"] is checked at once, [data-proof-file] is a file
   field whose proof is checked when it is chosen. The words stand in the page, as
   [data-step="commitment|deck|kind|result"] with a child [data-when="waiting|good|bad"] for each
   case; of the kind and the result that of a deal of the house is [data-when="daily|winnable"]. */

const TEXT = new TextEncoder();

function bytes(hex) {
  if (!/^([0-9a-f]{2})*$/.test(hex)) throw new Error(`not hexadecimal: ${hex}`);
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

function number(value, size) {
  return Uint8Array.from({ length: size }, (_, i) => Number((BigInt(value) >> BigInt(8 * (size - 1 - i))) & 255n));
}

function measured(part) {
  return joined(number(part.length, 4), part);
}

async function commitment(seed) {
  const digest = await crypto.subtle.digest("SHA-256", joined(TEXT.encode("PF1-commit"), seed));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* The stream of numbers of 4 bytes; each is used once, in order. */
async function* numbers(seed, game, client, nonce) {
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
  const start = joined(TEXT.encode("PF1"), measured(TEXT.encode(game)), measured(client), number(nonce, 8));
  for (let counter = 0; ; counter += 1) {
    const block = new DataView(await crypto.subtle.sign("HMAC", key, joined(start, number(counter, 8))));
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at);
  }
}

/* A number below k, each equally likely: what would favour the low ones is thrown away. */
async function below(k, stream) {
  const limit = Math.floor(2 ** 32 / k) * k;
  for (;;) {
    const { value } = await stream.next();
    if (value < limit) return value % k;
  }
}

async function openers(stream) {
  const codes = [];
  for (const rank of [1, 2, 3]) {
    const u = await below(8, stream);
    codes.push(rank + 13 * (u % 4) + 52 * Math.floor(u / 4));
  }
  return codes;
}

export async function deck(proof) {
  const stream = numbers(bytes(proof.server_seed), proof.game, bytes(proof.client_seed), proof.nonce);
  const first = proof.options?.openers === "set" ? await openers(stream) : [];
  const codes = Array.from({ length: proof.n }, (_, i) => i).filter((code) => !first.includes(code));
  for (let i = codes.length - 1; i > 0; i -= 1) {
    const j = await below(i + 1, stream);
    [codes[i], codes[j]] = [codes[j], codes[i]];
  }
  const pack = (code) => (proof.n > 52 ? String(Math.floor(code / 52) + 1) : "");
  return [...first, ...codes].map(
    (code) => "A23456789TJQK"[code % 13] + "cdhs"[Math.floor(code / 13) % 4] + pack(code),
  );
}

/* A daily deal has its day in place of a player's seed; a deck that a solver chose has none. */
function kindHolds(proof) {
  const fixed = { daily: proof.day, winnable: "" }[proof.kind];
  return fixed === undefined || new TextDecoder().decode(bytes(proof.client_seed)) === fixed;
}

export async function check(proof) {
  const cards = await deck(proof);
  return {
    commitment: (await commitment(bytes(proof.server_seed))) === proof.commitment,
    deck: cards.join(" ") === proof.deck.join(" "),
    kind: kindHolds(proof),
    cards,
  };
}

function say(place, step, when) {
  for (const line of place.querySelectorAll(`[data-step="${step}"] [data-when]`)) {
    line.hidden = line.dataset.when !== when;
  }
}

async function report(place, read) {
  for (const step of ["commitment", "deck", "result"]) say(place, step, "waiting");
  say(place, "kind", "");
  place.hidden = false;
  let found = { commitment: false, deck: false, kind: true };
  let house = "";
  try {
    const proof = await read();
    found = await check(proof);
    house = ["daily", "winnable"].find((kind) => kind === proof.kind) ?? "";
  } catch (error) {
    console.warn("The proof could not be read.", error);
  }
  say(place, "commitment", found.commitment ? "good" : "bad");
  say(place, "deck", found.deck ? "good" : "bad");
  say(place, "kind", found.kind ? house : "bad");
  say(place, "result", found.commitment && found.deck && found.kind ? house || "good" : "bad");
}

for (const place of document.querySelectorAll("[data-proof]")) {
  report(place, async () => (await fetch(place.dataset.proof)).json());
}
for (const field of document.querySelectorAll("[data-proof-file]")) {
  const place = document.getElementById(field.dataset.proofFile);
  field.addEventListener("change", () => {
    if (field.files[0]) report(place, async () => JSON.parse(await field.files[0].text()));
  });
}
