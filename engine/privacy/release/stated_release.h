#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/privacy/release/release.h"
#include "engine/privacy/release/scale_runs.h"
#include "engine/problem/risk/gradient_clip.h"

namespace noisy {

/// The noise of one release, as a statement lists it.
struct StatedNoise {
  double scale = 0;
  double grid = 0;         ///< of a hardened release, else 0
  double step_length = 0;  ///< ReleaseForm::step_length
};

/// What a statement says of one kind of release.
struct StatedRelease {
  /// What a kind has read besides.
  struct Details {
    virtual ~Details() = default;
  };

  const ReleaseForm* form = gradient_form();
  Notion notion = Notion::none;
  Neighbours neighbours = Neighbours::replace_one;
  Mechanism mechanism = Mechanism::none;
  double samples = 0;
  double dimension = 0;
  double batch_size = 0;
  RecordBlock block = {};  ///< the records that are read, all where it is whole
  bool draws_batches = false;
  bool draws_by_chance = false;  ///< Poisson batches
  ReleaseKind release = ReleaseKind::floating;
  SensitivityRule rule = SensitivityRule::uniform;
  RowNorm norm = RowNorm::l2;  ///< of the record gradients that the sensitivity bounds
  double sensitivity = 0;
  double mean_sensitivity = 0;  ///< of the batch mean, rounding included; of a score
  double derivative_bound = 0;  ///< infinity: none
  double feature_bound = 0;     ///< infinity: none
  std::optional<GradientClip> clip;
  std::string quantity;
  double planned = 0;
  std::vector<ScaleRun> values;
  std::vector<ScaleRun> grids;  ///< of hardened releases; empty for floating ones
  std::vector<ScaleRun> steps;  ///< lengths of steps; empty where a kind has none
  CostUnit unit = CostUnit::epsilon;
  double order = 0;  ///< of the unit renyi
  std::shared_ptr<const Details> details;
  ReleaseDetails rule_details{};  ///< Release::details

  /// What its kind has read besides; empty where that was not stated.
  template <class Kind>
  const Kind& details_as() const {
    static const Kind kEmpty{};
    const auto* found = dynamic_cast<const Kind*>(details.get());
    return found ? *found : kEmpty;
  }

  bool is_l1() const { return norm == RowNorm::l1; }
  bool is_plain_sum() const {
    return release == ReleaseKind::floating || rule == SensitivityRule::state_dependent;
  }
  /// The rule of one release at this scale, as far as it is stated. Without noise where it is
  /// hardened: divergences of continuous noise hold for nothing else.
  Release rule_at(double scale) const;
};

}  // namespace noisy
