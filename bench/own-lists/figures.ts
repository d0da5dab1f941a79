const MIB = 2 ** 20;
const SAMPLE_MS = 50;

/** What says how long it was, in wall and in processor time of all threads. */
export function timed(): () => string {
  const [began, before] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(before);
    const wall = (performance.now() - began) / 1_000;
    return `${wall.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processors`;
  };
}

/** What says how many MiB more are resident than before, now and at most since. */
export function watchedMemory(): () => string {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, SAMPLE_MS).unref();
  const more = (bytes: number) => ((bytes - before) / MIB).toFixed(0);
  return () => {
    look();
    clearInterval(timer);
    return `${more(process.memoryUsage.rss())} MiB more, at most ${more(most)} MiB more`;
  };
}
