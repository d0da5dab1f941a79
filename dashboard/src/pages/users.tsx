import { useState } from 'preact/hooks';
import { mayPlace, USER_ROLES, type UserRole } from '../../../src/domain/role.ts';
import type { InvitationLink, UserRow } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { useMay, useMe } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { Code } from '../ui/copy.tsx';
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { Loading, Problem, Trouble } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';
import { SettingsPage } from './settings.tsx';

export function Users() {
  return (
    <SettingsPage title="settings.users">
      <UserList />
    </SettingsPage>
  );
}

function UserList() {
  const { data, error, reload } = useResource<readonly UserRow[]>('/users');
  const may = useMay('people');
  const [inviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<InvitationLink>();
  const [removing, setRemoving] = useState<UserRow>();
  const [resetting, setResetting] = useState<UserRow>();
  const reset = useAction(async ({ id }: UserRow) => {
    await send('POST', `/users/${id}/reset`);
    setResetting(undefined);
    reload();
    announce(t('users.wasReset'));
  });
  const [changing, setChanging] = useState<RoleChange>();
  const setRole = useAction(async (id: number, role: string) => {
    await send('POST', `/users/${id}/role`, { role }).finally(reload);
    announce(t('users.roleChanged'));
  });
  const link = useAction(async ({ id }: UserRow) => {
    setInvitation(await send<InvitationLink>('POST', `/users/${id}/link`));
    reload();
  });
  return (
    <div class="stack">
      {invitation && <Invited invitation={invitation} />}
      {may && (
        <div>
          <button type="button" class="button primary" onClick={() => setInviting(true)}>
            {t('users.invite')}
          </button>
        </div>
      )}
      <Problem text={setRole.problem ?? link.problem} />
      {data ? (
        <UserTable
          users={data}
          setRole={(row, role) => setChanging({ row, role })}
          newLink={link.run}
          reset={setResetting}
          remove={setRemoving}
        />
      ) : error ? (
        <Trouble error={error} retry={reload} />
      ) : (
        <Loading />
      )}
      <dl class="facts">
        {USER_ROLES.map((role) => (
          <div key={role}>
            <dt>{t(`role.${role}`)}</dt>
            <dd class="small muted">{t(`roleHint.${role}`)}</dd>
          </div>
        ))}
      </dl>
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          invited={(made) => {
            setInviting(false);
            setInvitation(made);
            reload();
          }}
        />
      )}
      {changing && (
        <ConfirmDialog
          title={t('users.roleTitle')}
          action={t('users.roleAction')}
          deed={{
            ...setRole,
            run: () => setRole.run(changing.row.id, changing.role).then(() => setChanging(undefined)),
          }}
          onClose={() => setChanging(undefined)}
        >
          {t('users.roleText', { email: changing.row.email, role: t(`role.${changing.role}`) })}{' '}
          {t(`roleHint.${changing.role}`)}
        </ConfirmDialog>
      )}
      {resetting && (
        <ConfirmDialog
          title={t('users.resetTitle')}
          action={t('users.reset')}
          deed={{ ...reset, run: () => reset.run(resetting) }}
          onClose={() => setResetting(undefined)}
        >
          <Name>{resetting.email}</Name>: {t('users.resetText')}
        </ConfirmDialog>
      )}
      {removing && (
        <RemoveDialog
          row={removing}
          onClose={() => setRemoving(undefined)}
          removed={() => {
            setRemoving(undefined);
            announce(t('users.removed'));
            reload();
          }}
        />
      )}
    </div>
  );
}

interface RoleChange {
  readonly row: UserRow;
  readonly role: UserRole;
}

interface TableProps {
  readonly users: readonly UserRow[];
  setRole(row: UserRow, role: UserRole): void;
  newLink(row: UserRow): void;
  reset(row: UserRow): void;
  remove(row: UserRow): void;
}

function UserTable({ users, setRole, newLink, reset, remove }: TableProps) {
  const me = useMe();
  const may = useMay('people');
  return (
    <Scroll label={t('settings.users')}>
      <table class="table">
        <caption class="unseen">{t('settings.users')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('field.email')}</th>
            <th scope="col">{t('users.role')}</th>
            <th scope="col">{t('users.totp')}</th>
            <th scope="col">{t('users.seen')}</th>
            <th scope="col">
              <span class="unseen">{t('action.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Name>{row.email}</Name> {row.email === me.email && <span class="tag">{t('users.you')}</span>}
                {row.byGroup && <span class="tag">{t('users.byGroup')}</span>}
                {row.breakGlass && <span class="tag warning">{t('users.breakGlass')}</span>}
              </th>
              <td>
                <RoleOf row={row} setRole={setRole} />
              </td>
              <td>{factorsOf(row)}</td>
              <td>
                {row.suspendedAt ? (
                  <span class="tag warning" title={t('users.suspendedHint')}>
                    {t('keys.suspended')} <Moment at={row.suspendedAt} relative />
                  </span>
                ) : row.invitedUntil ? (
                  <span class="tag warning">
                    {t('users.invitedUntil')} <Moment at={row.invitedUntil} />
                  </span>
                ) : row.lastSeenAt ? (
                  <Moment at={row.lastSeenAt} relative />
                ) : (
                  <span class="muted">{t('keys.never')}</span>
                )}
              </td>
              <td>
                {row.email !== me.email && may && mayPlace(me.role, { from: row.role, to: null, own: false }) && (
                  <span class="row tight">
                    <button type="button" class="button small" onClick={() => newLink(row)}>
                      {t('users.newLink')}
                      <span class="unseen"> {row.email}</span>
                    </button>
                    {(row.totp || row.passkeys > 0) && (
                      <button type="button" class="button small" onClick={() => reset(row)}>
                        {t('users.reset')}
                        <span class="unseen"> {row.email}</span>
                      </button>
                    )}
                    <button type="button" class="button danger small" onClick={() => remove(row)}>
                      {t('users.remove')}
                      <span class="unseen"> {row.email}</span>
                    </button>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** In words, such as `one-time codes, 2 passkeys`. */
function factorsOf({ totp, passkeys }: UserRow): string {
  const words = [totp && t('users.codes'), passkeys > 0 && t('users.passkeys', { count: passkeys })].filter(Boolean);
  return words.join(', ') || t('users.none');
}

/** The role of a person, to choose from those that one may give them. */
function RoleOf({ row, setRole }: { row: UserRow } & Pick<TableProps, 'setRole'>) {
  const me = useMe();
  const may = useMay('people');
  const own = row.email === me.email;
  const roles = USER_ROLES.filter((to) => may && mayPlace(me.role, { from: row.role, to, own }));
  if (roles.length < 2 || row.byGroup) return <>{t(`role.${row.role}`)}</>;
  return (
    <select
      aria-label={t('users.roleOf', { email: row.email })}
      value={row.role}
      onChange={(event) => {
        setRole(row, event.currentTarget.value as UserRole);
        // The row shows the role that the person has until it is changed.
        event.currentTarget.value = row.role;
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {t(`role.${role}`)}
        </option>
      ))}
    </select>
  );
}

function Invited({ invitation: { email, url, expires } }: { invitation: InvitationLink }) {
  return (
    <section class="panel stack made">
      <h2>{t('users.invited', { email })}</h2>
      <p>
        {t('users.linkOnce')} <Moment at={expires} />.
      </p>
      <Code text={url} label={t('users.link')} />
    </section>
  );
}

function InviteDialog({ onClose, invited }: { onClose(): void; invited(invitation: InvitationLink): void }) {
  const me = useMe();
  const roles = USER_ROLES.filter((to) => mayPlace(me.role, { from: null, to, own: false }));
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<string>('analyst');
  const invite = useAction(async () => invited(await send<InvitationLink>('POST', '/users/invite', { email, role })));
  return (
    <FormDialog title={t('users.invite')} action={t('users.makeLink')} deed={invite} onClose={onClose}>
      <TextField
        label={t('field.email')}
        type="email"
        required
        autoFocus
        autoComplete="off"
        value={email}
        onText={setEmail}
        error={invite.fields.email}
      />
      <SelectField
        label={t('users.role')}
        value={role}
        onChoose={setRole}
        options={roles.map((one) => [one, t(`role.${one}`)])}
        hint={t(`roleHint.${role as UserRole}`)}
      />
      <Problem text={invite.problem} />
    </FormDialog>
  );
}

function RemoveDialog({ row, onClose, removed }: { row: UserRow; onClose(): void; removed(): void }) {
  const remove = useAction(async () => {
    await send('POST', `/users/${row.id}/remove`);
    removed();
  });
  return (
    <ConfirmDialog title={t('users.removeTitle')} action={t('users.remove')} deed={remove} onClose={onClose}>
      <Name>{row.email}</Name>: {t('users.removeText')}
    </ConfirmDialog>
  );
}
