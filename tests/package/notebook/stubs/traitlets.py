"""As much of traitlets as examples/python/noisy_descent_widget.py uses."""


class TraitError(Exception):
    pass


class TraitType:
    kind = object

    def __init__(self, default_value, allow_none=False):
        self.default_value = default_value
        self.allow_none = allow_none
        self.metadata = {}

    def tag(self, **metadata):
        self.metadata.update(metadata)
        return self

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, widget, owner):
        return self if widget is None else widget._values.get(self.name, self.default_value)

    def __set__(self, widget, value):
        if not (value is None and self.allow_none) and not self.accepts(value):
            raise TraitError(f"{self.name} cannot be {value!r}")
        before = self.__get__(widget, type(widget))
        widget._values[self.name] = value
        if value != before:
            widget._tell({"name": self.name, "old": before, "new": value})

    def accepts(self, value):
        return isinstance(value, self.kind)


class Unicode(TraitType):
    kind = str

    def __init__(self, default_value="", allow_none=False):
        super().__init__(default_value, allow_none)


class Dict(TraitType):
    kind = dict


class Int(TraitType):
    kind = int


class Enum(TraitType):
    def __init__(self, values, default_value):
        super().__init__(default_value)
        self.values = values

    def accepts(self, value):
        return value in self.values


def observe(*names):
    def mark(method):
        method.observed = names
        return method

    return mark


class HasTraits:
    def __init__(self, **values):
        self._listeners = []
        for name, value in values.items():
            if not isinstance(getattr(type(self), name, None), TraitType):
                raise TraitError(f"{type(self).__name__} has no trait {name}")
            setattr(self, name, value)

    def __new__(cls, *_, **__):
        widget = super().__new__(cls)
        widget._values = {}
        return widget

    def observe(self, listener, name):
        self._listeners.append((listener, name))

    def _tell(self, change):
        for method in (getattr(type(self), name) for name in dir(type(self))):
            if change["name"] in getattr(method, "observed", ()):
                method(self, change)
        for listener, name in self._listeners:
            if name == change["name"]:
                listener(change)
