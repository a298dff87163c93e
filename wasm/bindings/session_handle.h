#pragma once

#include <memory>
#include <utility>

#include "engine/experiment/session/session.h"

namespace noisy::wasm {

/// A Session as JavaScript sees it. Embind copies what it hands out, so the session is shared.
class SessionHandle {
 public:
  explicit SessionHandle(std::unique_ptr<Session> session) : session_(std::move(session)) {}

  Session& session() const { return *session_; }

 private:
  std::shared_ptr<Session> session_;
};

}  // namespace noisy::wasm
