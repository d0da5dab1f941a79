import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { MAX_PASSKEY_NAME } from '../../../src/domain/passkey.ts';
import type { AddedPasskey, Me, PasskeyRow } from '../../../src/http/dashboard/wire.ts';
import { get, send } from '../api.ts';
import { Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { isAtAddress, knowsPasskeys, makePasskey } from '../passkey.ts';
import { useProof } from '../proof.tsx';
import { useSession } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice, Problem } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';
import { NewCodes } from './second-factor.tsx';

/** Passkeys of whoever is signed in. */
export function Passkeys() {
  const { data, reload } = useResource<readonly PasskeyRow[]>('/passkeys');
  const { set } = useSession();
  const [renaming, setRenaming] = useState<PasskeyRow>();
  const [removing, setRemoving] = useState<PasskeyRow>();
  const changed = async (sentence: 'added' | 'removed') => {
    set(await get<Me>('/session'));
    reload();
    announce(t(`passkey.${sentence}`));
  };
  return (
    <section class="panel stack" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkey.title')}</h2>
      <p class="muted">{t('passkey.hint')}</p>
      {data && data.length > 0 && (
        <ul class="records">
          {data.map((row) => (
            <PasskeyItem key={row.id} row={row} rename={() => setRenaming(row)} remove={() => setRemoving(row)} />
          ))}
        </ul>
      )}
      <AddPasskey added={() => changed('added')} />
      {renaming && (
        <RenameDialog
          row={renaming}
          onClose={() => setRenaming(undefined)}
          renamed={() => {
            setRenaming(undefined);
            reload();
          }}
        />
      )}
      {removing && (
        <RemoveDialog
          row={removing}
          onClose={() => setRemoving(undefined)}
          removed={async () => {
            setRemoving(undefined);
            await changed('removed');
          }}
        />
      )}
    </section>
  );
}

function PasskeyItem({ row, rename, remove }: { row: PasskeyRow; rename(): void; remove(): void }) {
  const { name, synced, createdAt, lastUsedAt, copiedAt, host, isOfHere } = row;
  return (
    <li class="stack tight">
      <div class="row between">
        <span class="grow">
          <Name>{name}</Name> {synced && <span class="tag">{t('passkey.synced')}</span>}
          <div class="small muted">
            {t('passkey.made')} <Moment at={createdAt} /> · {t('sessions.seen')}{' '}
            {lastUsedAt ? <Moment at={lastUsedAt} relative /> : t('keys.never')}
          </div>
        </span>
        <span class="row tight">
          <button type="button" class="button small" onClick={rename}>
            {t('passkey.rename')}
            <span class="unseen"> {name}</span>
          </button>
          <button type="button" class="button danger small" onClick={remove}>
            {t('passkey.remove')}
            <span class="unseen"> {name}</span>
          </button>
        </span>
      </div>
      {copiedAt && <Notice tone="danger">{t('passkey.copied')}</Notice>}
      {!isOfHere && <Notice tone="warning">{t('passkey.elsewhere', { host })}</Notice>}
    </li>
  );
}

/** Makes one; where it is the first second factor, the recovery codes come after it. */
export function AddPasskey({ added }: { added(): Promise<void> }) {
  const [adding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  if (!knowsPasskeys()) return <Notice tone="info">{t('passkey.unknown')}</Notice>;
  if (isAtAddress()) return <Notice tone="info">{t('passkey.address')}</Notice>;
  if (codes) {
    const kept = () => {
      setCodes(undefined);
      void added();
    };
    return <NewCodes codes={codes} kept={kept} />;
  }
  const made = (shown: readonly string[] | null) => {
    setAdding(false);
    if (shown) setCodes(shown);
    else void added();
  };
  return (
    <>
      <div>
        <button type="button" class="button" onClick={() => setAdding(true)}>
          {t('passkey.add')}
        </button>
      </div>
      {adding && <AddDialog onClose={() => setAdding(false)} made={made} />}
    </>
  );
}

/** What a passkey is called, when it is made and later. */
function NameField(props: Pick<ComponentProps<typeof TextField>, 'value' | 'onText' | 'error'>) {
  return (
    <TextField
      {...props}
      label={t('passkey.name')}
      hint={t('passkey.nameHint')}
      required
      autoFocus
      maxLength={MAX_PASSKEY_NAME}
      autoComplete="off"
    />
  );
}

function AddDialog({ onClose, made }: { onClose(): void; made(codes: readonly string[] | null): void }) {
  const [name, setName] = useState('');
  const add = useAction(async () => {
    const options = await send<PublicKeyCredentialCreationOptionsJSON>('POST', '/passkeys/options', await shown());
    const passkey = await makePasskey(options);
    made((await send<AddedPasskey>('POST', '/passkeys', { name, passkey })).codes);
  });
  const { field, shown } = useProof(add);
  return (
    <FormDialog title={t('passkey.add')} action={t('passkey.make')} deed={add} onClose={onClose}>
      <NameField value={name} onText={setName} error={add.fields.name} />
      {field}
      <Problem text={add.problem} />
    </FormDialog>
  );
}

function RenameDialog({ row, onClose, renamed }: { row: PasskeyRow; onClose(): void; renamed(): void }) {
  const [name, setName] = useState(row.name);
  const rename = useAction(async () => {
    await send('PUT', `/passkeys/${row.id}`, { name });
    renamed();
  });
  return (
    <FormDialog title={t('passkey.rename')} action={t('account.save')} deed={rename} onClose={onClose}>
      <NameField value={name} onText={setName} error={rename.fields.name} />
      <Problem text={rename.problem} />
    </FormDialog>
  );
}

function RemoveDialog({ row, onClose, removed }: { row: PasskeyRow; onClose(): void; removed(): Promise<void> }) {
  const remove = useAction(async () => {
    await send('DELETE', `/passkeys/${row.id}`, await shown());
    await removed();
  });
  const { field, shown } = useProof(remove);
  return (
    <FormDialog title={t('passkey.removeTitle')} action={t('passkey.remove')} deed={remove} onClose={onClose}>
      <p>
        <Name>{row.name}</Name>: {t('passkey.removeText')}
      </p>
      {field}
      <Problem text={remove.problem} />
    </FormDialog>
  );
}
