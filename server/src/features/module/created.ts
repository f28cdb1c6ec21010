/** An object that did not exist before: its response is 201. */
export class Created {
  readonly body: object;

  constructor(body: object) {
    this.body = body;
  }
}

/** Something that was put in line and is done soon: its response is 202 (D-GEN-1). */
export class Accepted {
  readonly body: object;

  constructor(body: object) {
    this.body = body;
  }
}
