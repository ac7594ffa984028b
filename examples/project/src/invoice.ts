import { rounded } from './rounded';

export enum Kind {
  Open = 'open',
  Paid = 'paid',
}

export class Invoice {
  private readonly prices: number[] = [];

  constructor(
    readonly customer: string,
    readonly kind: Kind,
  ) {}

  add(_name: string, price: number): void {
    this.prices.push(price);
  }

  @rounded
  total(): string {
    const sum = this.prices.reduce((one, other) => one + other, 0);
    return `${this.customer}, ${this.kind}: ${sum}`;
  }
}
