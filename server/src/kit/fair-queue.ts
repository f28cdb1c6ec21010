/** Jobs of many owners: each owner's in order, owners taking turns, so that no owner waits for all jobs of another. */
export class FairQueue<Job> {
  readonly #owners = new Map<string, Job[]>();

  push(owner: string, job: Job): void {
    const jobs = this.#owners.get(owner);
    if (jobs) jobs.push(job);
    else this.#owners.set(owner, [job]);
  }

  isEmpty(): boolean {
    return this.#owners.size === 0;
  }

  shift(): Job | undefined {
    const [next] = this.#owners;
    if (!next) return undefined;
    const [owner, jobs] = next;
    const job = jobs.shift();
    this.#owners.delete(owner);
    if (jobs.length > 0) this.#owners.set(owner, jobs);
    return job;
  }
}
