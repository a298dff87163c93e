#include "engine/experiment/session/engine_session.h"
#include "engine/experiment/session/session.h"
#include "engine/experiment/session/workspace_state.h"

namespace noisy {

Workspace::Workspace(const Limits& limits) : state_(std::make_shared<WorkspaceState>(limits)) {}

Workspace::~Workspace() = default;

Result<std::unique_ptr<Session>> Workspace::open(std::string_view experiment,
                                                 std::string_view data_identity) {
  return EngineSession::open(state_, experiment, data_identity);
}

double Workspace::kept_bytes() const {
  return state_->kept_bytes();
}

std::shared_ptr<math::ThreadPool> Workspace::threads(int count) {
  return state_->threads(count);
}

}  // namespace noisy
