#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>

#include "engine/experiment/plan/objective.h"
#include "engine/experiment/plan/planner.h"
#include "engine/experiment/session/session.h"
#include "engine/math/thread_pool.h"

namespace noisy {

/// What sessions of one workspace share: loaded data sets and objectives with their references.
/// Those used last stay, as long as their data take no more than Limits::kept_bytes.
class WorkspaceState {
 public:
  explicit WorkspaceState(const Limits& limits) : limits_(limits) {}

  const Limits& limits() const { return limits_; }

  /// The threads that sessions share, at present as many as the last one asked for. They outlive
  /// a session: in wasm a thread that has ended comes back only when the caller lets messages in.
  std::shared_ptr<math::ThreadPool> threads() const { return threads_; }
  std::shared_ptr<math::ThreadPool> threads(int count);

  /// The data of this key, or null.
  std::shared_ptr<const LoadedData> find_data(const std::string& key);
  void keep_data(const std::string& key, std::shared_ptr<const LoadedData> data);

  double kept_bytes() const;

  /// Forgets what was used longest ago until so many bytes more fit within the memory limit.
  void make_room(double bytes);

  /// The objective of this problem on kept data, made when it is not there yet.
  std::shared_ptr<Objective> objective(const ProblemSpec& problem,
                                       std::shared_ptr<const LoadedData> data);

  /// How long runs of this kind took when they were tried, or null.
  const WorkRates* find_rates(const std::string& kind) const;
  void keep_rates(const std::string& kind, const WorkRates& rates);

 private:
  struct DataEntry {
    std::string key;
    std::shared_ptr<const LoadedData> data;
  };
  struct ObjectiveEntry {
    std::string problem;
    std::shared_ptr<Objective> objective;
  };

  /// Forgets the oldest data until those that stay take no more than this.
  void shrink_to(double bytes);

  Limits limits_;
  std::shared_ptr<math::ThreadPool> threads_ = std::make_shared<math::ThreadPool>();
  std::list<DataEntry> data_;             ///< the one used last in front
  std::list<ObjectiveEntry> objectives_;  ///< likewise
  std::map<std::string, WorkRates> rates_;
};

}  // namespace noisy
