// The shell's own page: the current step, or the problem with the end of the log and the next step.
(() => {
  const labels = {
    retry: 'Try again',
    replace: 'Stop it and start this version',
    'open-log': 'Open the log',
    quit: 'Quit',
  };
  const byId = (id) => document.getElementById(id);
  let shown = '';

  function show(state) {
    const isNew = shown !== state.title;
    shown = state.title;
    byId('title').textContent = state.title;
    byId('message').textContent = state.message;
    byId('progress').hidden = state.kind !== 'working';
    byId('log').hidden = !state.log;
    byId('log-lines').textContent = state.log?.lines ?? '';
    // The newest is last.
    byId('log-lines').scrollTop = byId('log-lines').scrollHeight;
    byId('log-path').textContent = state.log ? `All of it: ${state.log.path}` : '';
    byId('actions').replaceChildren(...state.actions.map(button));
    if (isNew && state.kind === 'problem') byId('title').focus();
  }

  function button(action) {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = labels[action];
    made.addEventListener('click', () => strongroomPage.act(action));
    return made;
  }

  strongroomPage.onState(show);
  strongroomPage.read().then(show);
})();
