#pragma once

#include <optional>
#include <string>
#include <vector>

namespace noisy {

/// What does not follow in a statement, one sentence each.
class Findings {
 public:
  void add(const std::string& place, const std::string& problem);

  /// A stated figure beside the recomputed one, one-sided.
  void compare(const std::string& place, double stated, const std::optional<double>& recomputed);

  /// Two things that must be the same.
  void expect(bool holds, const std::string& place, const std::string& problem) {
    if (!holds) add(place, problem);
  }

  const std::vector<std::string>& problems() const { return problems_; }

 private:
  std::vector<std::string> problems_;
};

/// Relative distances that stated figures may have.
inline constexpr double kUnderstated = 1e-9;
inline constexpr double kLoose = 1e-6;

}  // namespace noisy
