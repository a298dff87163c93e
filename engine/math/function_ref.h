#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace noisy::math {

template <class Signature>
class FunctionRef;

/// A callable passed by reference: no allocation, valid only while the callable lives.
template <class Return, class... Arguments>
class FunctionRef<Return(Arguments...)> {
 public:
  template <class Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef>)
      FunctionRef(Callable&& callable)  // NOLINT(google-explicit-constructor): made to be passed
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* object, Arguments... arguments) -> Return {
          using Target = std::remove_reference_t<Callable>;
          return (*static_cast<Target*>(object))(std::forward<Arguments>(arguments)...);
        }) {}

  Return operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* object_;
  Return (*call_)(void*, Arguments...);
};

}  // namespace noisy::math
