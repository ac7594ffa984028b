import { Invoice, Kind } from '@invoices/invoice';
import lines from './lines.json';

const invoice = new Invoice(process.argv[2] ?? 'nobody', Kind.Paid);
for (const { name, price } of lines) invoice.add(name, price);
console.log(invoice.total());
