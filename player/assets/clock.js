// Playback: how far to move in each frame.

/** The speeds that can be chosen, in steps a second; 0 plays all in ten seconds. */
export const SPEEDS = [0, 1, 2, 4, 10, 30, 100, 400, 2000, 10000, 50000];

const WHOLE = 10;

// A page that was out of sight does not make up for it.
const LONGEST = 0.25;

/** The most drawings a second for those who want little motion. */
const CALM = 4;

export class Clock {
  /**
   * @param {(steps: number) => boolean} move moves by whole steps and says whether there is more
   */
  constructor(move) {
    this.move = move;
    this.playing = false;
    this.speed = 0;
    this.length = 0;
    this.calm = false;
    this.frame = 0;
    this.before = 0;
    this.owed = 0;
    /** How long frames took, for those who measure. */
    this.measured = { frames: 0, longest: 0, total: 0 };
  }

  /** Steps a second. */
  get rate() {
    return this.speed > 0 ? this.speed : Math.max(2, this.length / WHOLE);
  }

  play() {
    if (this.playing) return;
    this.playing = true;
    this.before = 0;
    this.owed = 1; // the first step comes at once
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  pause() {
    this.playing = false;
    cancelAnimationFrame(this.frame);
  }

  /** @param {number} now */
  tick(now) {
    if (!this.playing) return;
    this.frame = requestAnimationFrame((next) => this.tick(next));
    if (this.before === 0) this.before = now;
    const seconds = (now - this.before) / 1000;
    if (this.calm && seconds < 1 / CALM) return;
    this.before = now;
    if (seconds > 0) {
      this.measured.frames++;
      this.measured.total += seconds;
      this.measured.longest = Math.max(this.measured.longest, seconds);
    }
    this.owed += Math.min(LONGEST, seconds) * this.rate;
    const steps = Math.floor(this.owed);
    this.owed -= steps;
    if (steps > 0 && !this.move(steps)) this.pause();
  }
}
