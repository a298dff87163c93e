"""As much of anywidget as examples/python/noisy_descent_widget.py uses, without a kernel."""

import traitlets


class AnyWidget(traitlets.HasTraits):
    def __init__(self, **values):
        super().__init__(**values)
        self.sent = []
        self._hearing = []

    def send(self, content, buffers=None):
        self.sent.append((content, buffers))

    def on_msg(self, listener):
        self._hearing.append(listener)

    def receive(self, content):
        """A message that comes from the browser."""
        for listener in self._hearing:
            listener(self, content, [])

    def get_state(self):
        """What the browser has of it."""
        traits = {name: getattr(type(self), name) for name in dir(type(self))}
        return {
            name: getattr(self, name)
            for name, trait in traits.items()
            if isinstance(trait, traitlets.TraitType) and trait.metadata.get("sync")
        }
