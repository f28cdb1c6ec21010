/** An object that did not exist before: its response is 201. */
export class Created {
  readonly body: object;

  constructor(body: object) {
    this.body = body;
  }
}
