#include "noisy_descent/session.h"

#include <array>

#include "engine/face/inside.h"

namespace noisy_descent {
namespace {

noisy::Error too_early(const char* advice) {
  return {noisy::ErrorCode::invalid_value, "session", advice};
}

std::vector<TraceColumn> outward(std::vector<noisy::NamedColumn> columns) {
  std::vector<TraceColumn> named;
  for (noisy::NamedColumn& column : columns) {
    named.push_back({std::move(column.name), std::move(column.values), column.width});
  }
  return named;
}

}  // namespace

struct Session::State {
  std::string experiment;
  Opened opened;
  bool has_started = false;
  bool is_done = false;

  noisy::Session& session() { return *opened.session; }
};

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Result<Session> Session::open(std::string_view experiment, const Data& data,
                              const Options& options) {
  auto opened = noisy_descent::open(experiment, data, options);
  if (!opened) return outward(opened.error());
  return Session(std::make_unique<State>(
      State{.experiment = std::string(experiment), .opened = *std::move(opened)}));
}

Result<std::string> Session::plan() {
  return outward(state_->session().plan());
}

Result<std::int64_t> Session::run_count() {
  const auto count = state_->session().run_count();
  if (!count) return outward(count.error());
  return *count;
}

Result<void> Session::start() {
  const auto count = state_->session().run_count();
  if (!count) return outward(count.error());
  const auto started = state_->session().start(0, *count, state_->opened.threads);
  state_->has_started = started.has_value();
  state_->is_done = false;
  return outward(started);
}

Result<Progress> Session::advance(double seconds) {
  if (!state_->has_started) return outward(too_early("call start first"));
  if (!(seconds >= 0)) {
    return outward(
        noisy::Error{noisy::ErrorCode::invalid_value, "seconds", "give a number, at least 0"});
  }
  const auto progress = state_->session().advance(seconds);
  if (!progress) return outward(progress.error());
  state_->is_done = progress->done;
  return Progress{progress->done, progress->gradient_evaluations, progress->total_evaluations};
}

std::vector<TracePoints> Session::take_trace() {
  std::vector<TracePoints> traces;
  if (!state_->has_started) return traces;
  for (noisy::TraceChunk& chunk : state_->session().drain()) {
    traces.push_back({.run = chunk.run,
                      .iteration = std::move(chunk.iteration),
                      .gradient_evaluations = std::move(chunk.gradient_evaluations),
                      .spent = std::move(chunk.spent),
                      .seconds = std::move(chunk.seconds),
                      .steps = outward(std::move(chunk.steps)),
                      .non_private = outward(std::move(chunk.measured))});
  }
  return traces;
}

void Session::cancel() {
  if (state_->has_started) state_->session().cancel();
}

Result<std::string> Session::result() {
  if (!state_->is_done) {
    return outward(too_early("call advance until it says that all runs are done"));
  }
  const auto group = state_->session().group();
  if (!group) return outward(group.error());
  return outward(noisy::assemble(state_->experiment, std::array{*group}));
}

}  // namespace noisy_descent
