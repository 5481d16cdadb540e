// Passkeys: makes one, or signs in with one, and puts what the browser answers into the form.
// A form says what it wants with data-passkey="create" or "get"; its options stand in a block of
// JSON (data-options names it) or are fetched from the form's own address.
"use strict";
(() => {
  const bytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  const described = (one) => ({ ...one, id: bytes(one.id) });

  async function optionsOf(form) {
    if (form.dataset.options) return JSON.parse(document.getElementById(form.dataset.options).textContent);
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  async function create(form) {
    const { publicKey } = (await optionsOf(form)).creation_options;
    publicKey.challenge = bytes(publicKey.challenge);
    publicKey.user.id = bytes(publicKey.user.id);
    publicKey.excludeCredentials = (publicKey.excludeCredentials || []).map(described);
    if (form.elements.passwordless?.checked) {
      Object.assign(publicKey.authenticatorSelection ||= {}, {
        residentKey: "required", requireResidentKey: true, userVerification: "required",
      });
    }
    const made = await navigator.credentials.create({ publicKey });
    return packed(made, {
      attestationObject: text(made.response.attestationObject),
      transports: made.response.getTransports?.() || [],
    });
  }

  async function get(form) {
    const { publicKey } = (await optionsOf(form)).request_options;
    publicKey.challenge = bytes(publicKey.challenge);
    publicKey.allowCredentials = (publicKey.allowCredentials || []).map(described);
    const found = await navigator.credentials.get({ publicKey });
    return packed(found, {
      authenticatorData: text(found.response.authenticatorData),
      signature: text(found.response.signature),
      userHandle: found.response.userHandle ? text(found.response.userHandle) : null,
    });
  }

  const packed = (credential, response) => ({
    type: credential.type,
    id: credential.id,
    rawId: text(credential.rawId),
    authenticatorAttachment: credential.authenticatorAttachment,
    response: { clientDataJSON: text(credential.response.clientDataJSON), ...response },
    clientExtensionResults: credential.getClientExtensionResults(),
  });

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const said = form.querySelector("[data-said]");
    const button = form.querySelector("button[type=submit]");
    if (!window.PublicKeyCredential) {
      button.disabled = true;
      said.textContent = form.dataset.none;
      continue;
    }
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.disabled = true;
      said.textContent = form.dataset.wait;
      try {
        const answer = await (form.dataset.passkey === "create" ? create(form) : get(form));
        form.elements.credential.value = JSON.stringify(answer);
        form.submit();
      } catch (fault) {
        button.disabled = false;
        said.textContent = form.dataset.failed;
      }
    });
  }
})();
