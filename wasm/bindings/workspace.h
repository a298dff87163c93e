#pragma once

#include <memory>

#include "engine/experiment/session/session.h"

namespace noisy::wasm {

/// A Workspace as JavaScript sees it. Embind copies what it hands out, so the workspace is shared.
class WorkspaceHandle {
 public:
  explicit WorkspaceHandle(const Limits& limits)
      : workspace_(std::make_shared<Workspace>(limits)) {}

  Workspace& workspace() const { return *workspace_; }

 private:
  std::shared_ptr<Workspace> workspace_;
};

}  // namespace noisy::wasm
