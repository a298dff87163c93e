#include "engine/experiment/session/workspace_state.h"

#include <algorithm>

namespace noisy {
namespace {

constexpr std::size_t kMostObjectives = 256;
constexpr std::size_t kMostRates = 1024;

}  // namespace

std::shared_ptr<math::ThreadPool> WorkspaceState::threads(int count) {
  if (threads_->threads() != std::max(1, count)) {
    threads_ = std::make_shared<math::ThreadPool>(count);
  }
  return threads_;
}

std::shared_ptr<const LoadedData> WorkspaceState::find_data(const std::string& key) {
  const auto found = std::ranges::find(data_, key, &DataEntry::key);
  if (found == data_.end()) return nullptr;
  data_.splice(data_.begin(), data_, found);
  return found->data;
}

void WorkspaceState::keep_data(const std::string& key, std::shared_ptr<const LoadedData> data) {
  const double most = std::min(limits_.kept_bytes, limits_.memory_bytes / 2);
  // A data set that is larger than that is kept alone.
  shrink_to(std::max(0.0, most - data->bytes()));
  data_.push_front({key, std::move(data)});
}

double WorkspaceState::kept_bytes() const {
  double bytes = 0;
  for (const DataEntry& entry : data_) bytes += entry.data->bytes();
  return bytes;
}

void WorkspaceState::make_room(double bytes) {
  shrink_to(std::max(0.0, limits_.memory_bytes - bytes));
}

std::shared_ptr<Objective> WorkspaceState::objective(const ProblemSpec& problem,
                                                     std::shared_ptr<const LoadedData> data) {
  const auto found = std::ranges::find_if(objectives_, [&](const ObjectiveEntry& entry) {
    return entry.problem == problem.canonical && entry.objective->data == data;
  });
  if (found != objectives_.end()) {
    objectives_.splice(objectives_.begin(), objectives_, found);
    return found->objective;
  }
  objectives_.push_front({problem.canonical, make_objective(problem, std::move(data))});
  if (objectives_.size() > kMostObjectives) objectives_.pop_back();
  return objectives_.front().objective;
}

const WorkRates* WorkspaceState::find_rates(const std::string& kind) const {
  const auto found = rates_.find(kind);
  return found == rates_.end() ? nullptr : &found->second;
}

void WorkspaceState::keep_rates(const std::string& kind, const WorkRates& rates) {
  if (rates_.size() >= kMostRates) rates_.clear();
  rates_[kind] = rates;
}

void WorkspaceState::shrink_to(double most) {
  double bytes = kept_bytes();
  while (bytes > most && !data_.empty()) {
    const std::shared_ptr<const LoadedData> oldest = data_.back().data;
    bytes -= oldest->bytes();
    data_.pop_back();
    std::erase_if(objectives_,
                  [&](const ObjectiveEntry& entry) { return entry.objective->data == oldest; });
  }
}

}  // namespace noisy
