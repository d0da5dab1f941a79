import type { Actor } from '../../domain/actor.ts';
import { userOf } from '../../domain/actor.ts';
import { type CustomerNote, MAX_NOTES } from '../../domain/customer.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

interface NewNote {
  readonly accountId: number;
  readonly reference: string;
  readonly by: Actor;
  readonly text: string;
}

export const customerNoteWrites = {
  /** False where there is no such customer. Throws `full` beyond `MAX_NOTES`. Audited, without the text. */
  'customers.note': ofAccount(
    async (tx: Transaction, { accountId, reference, by, text }: NewNote): Promise<boolean> => {
      const customer = 'SELECT id FROM customers WHERE account_id = $1 AND reference = $2';
      const customerId = await tx.value<number>(customer, accountId, reference);
      if (customerId === undefined) return false;
      const count = await tx.value<number>('SELECT count(*) FROM customer_notes WHERE customer_id = $1', customerId);
      if (count! >= MAX_NOTES) throw new TouchstoneError('full', say('refusal.many-notes', { most: MAX_NOTES }));
      const userId = userOf(by);
      await tx.run(
        'INSERT INTO customer_notes (customer_id, at, user_id, text) VALUES (:customerId, :at, :userId, :text)',
        { customerId, at: tx.at, userId, text },
      );
      const subject = `customer:${customerId}`;
      tx.audit({ at: tx.at, actor: by, action: 'customer.noted', subject, accountId, details: {} });
      return true;
    },
  ),
};

export const customerNoteReads = {
  /** The newest first. */
  'customers.notes': ofAccount((sql: Sql, accountId: number, customerId: number) =>
    sql.all<CustomerNote>(
      `SELECT customer_notes.id, at, 'user:' || user_id AS "by", text FROM customer_notes
       JOIN customers ON customers.id = customer_id
       WHERE customer_id = $1 AND account_id = $2 ORDER BY customer_notes.id DESC`,
      customerId,
      accountId,
    ),
  ),
};
