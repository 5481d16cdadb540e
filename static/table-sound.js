// The table's sounds, made as they are needed: short tones and a little noise, no files. It is
// fetched after the first gesture, before which no page may sound.
(() => {
  "use strict";
  const context = new AudioContext();
  // Each voice: [kind, frequency, end frequency, seconds, loudness, delay].
  const voices = {
    pick: [["sine", 520, 640, 0.05, 0.08, 0]],
    place: [["noise", 1400, 500, 0.07, 0.25, 0]],
    draw: [["noise", 2600, 1200, 0.06, 0.18, 0], ["noise", 2400, 1000, 0.06, 0.18, 0.05], ["noise", 2200, 900, 0.07, 0.2, 0.1]],
    redeal: [["noise", 900, 2600, 0.22, 0.16, 0]],
    deal: [["noise", 2400, 1100, 0.05, 0.16, 0], ["noise", 2400, 1100, 0.05, 0.16, 0.07], ["noise", 2400, 1100, 0.05, 0.16, 0.14], ["noise", 2400, 1100, 0.05, 0.16, 0.21]],
    foundation: [["sine", 660, 660, 0.12, 0.1, 0], ["sine", 880, 880, 0.16, 0.1, 0.07]],
    undo: [["sine", 520, 390, 0.09, 0.08, 0]],
    refuse: [["triangle", 190, 150, 0.12, 0.12, 0]],
  };
  function tone(to, [kind, from, end, seconds, loud, delay], start) {
    const at = start + delay;
    const gain = to.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    gain.connect(to.destination);
    let source;
    if (kind === "noise") {
      const buffer = to.createBuffer(1, Math.ceil(to.sampleRate * seconds), to.sampleRate);
      const data = buffer.getChannelData(0);
      let seed = 1;
      for (let i = 0; i < data.length; i++) { seed = (seed * 16807) % 2147483647; data[i] = seed / 1073741823 - 1; }
      const band = to.createBiquadFilter();
      band.type = "bandpass";
      band.frequency.setValueAtTime(from, at);
      band.frequency.exponentialRampToValueAtTime(end, at + seconds);
      source = to.createBufferSource();
      source.buffer = buffer;
      source.connect(band).connect(gain);
    } else {
      source = to.createOscillator();
      source.type = kind;
      source.frequency.setValueAtTime(from, at);
      source.frequency.exponentialRampToValueAtTime(end, at + seconds);
      source.connect(gain);
    }
    source.start(at);
    source.stop(at + seconds);
  }
  window.fairdealVoices = { voices, tone };
  window.fairdealSound = (voice) => {
    if (!voices[voice] || document.documentElement.dataset.sound === "off" || document.hidden) return;
    context.resume();
    for (const part of voices[voice]) tone(context, part, context.currentTime);
  };
})();
