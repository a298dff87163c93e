#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/oracle/ledger.h"

namespace noisy {

struct PrivacyClaim;

/// What is known, and no secret, when the next release is chosen.
struct History {
  // Not explicit: where nothing depends on what the releases said, the ledger is the history.
  History(const Ledger& so_far, const Vector* last_answer = nullptr)
      : ledger(so_far), last(last_answer) {}

  const Ledger& ledger;
  const Vector* last;  ///< what was released last; null where the rule does not look at it
};

/// Consecutive releases of one kind, or all of a kind that others stand between.
struct PlannedReleases {
  Release first;
  Release last;
  Index count = 0;
  bool is_constant = true;  ///< all are as the first; else they lead from the first to the last
};

/// How many releases a rule lets a run make.
enum class RunLength {
  fixed,  ///< all planned ones
  drawn,  ///< as many as were drawn without data, at most all planned ones
  open    ///< as many as the cap suffices for: that depends on what was released
};

/// How what is spent reads in the figures of a request.
struct Worth {
  Notion notion = Notion::none;
  double delta = 0;  ///< of the notion approximate
  /// The epsilon that all releases together were calibrated to, where that is known to be proven;
  /// 0: what their cost converts to.
  double epsilon = 0;
  /// How a rho is converted: `gaussian` where all releases are Gaussian ones of fixed scales.
  ZcdpConversion conversion = ZcdpConversion::optimal;

  /// epsilon of pure DP, rho of zCDP, or the least epsilon at delta; NaN without a notion. A
  /// divergence is converted at its own order.
  double of(const Cost& cost) const;
};

/// What a plan knows of its releases, the budget's side of an algorithm: which comes next, and what
/// all of them may cost. It reads public facts and what was released before, never the data.
///
/// The ledger refuses to pass the cap and the oracle recomputes every cost, whatever a rule says.
class BudgetRule {
 public:
  virtual ~BudgetRule() = default;

  /// The most that a run may be charged, in the unit that its ledger counts.
  virtual Cost cap() const = 0;

  /// The release that comes after this history; nothing when there is none any more.
  virtual std::optional<Release> next(const History& history) const = 0;

  /// The releases that are planned, by kind in the order of their first ones; empty when that is
  /// open.
  virtual std::vector<PlannedReleases> planned() const = 0;

  virtual RunLength length() const { return RunLength::fixed; }

  /// The figure that a trace shows once so much is spent (Worth).
  virtual double spent(const Cost& cost) const = 0;

  /// Fills in what all releases together are worth: epsilon, or rho for zCDP, and what takes away
  /// from that. Without more: what the cap reads as.
  virtual void state(PrivacyClaim& claim) const;

 protected:
  BudgetRule() = default;
  BudgetRule(const BudgetRule&) = default;
  BudgetRule(BudgetRule&&) = default;
  BudgetRule& operator=(const BudgetRule&) = default;
  BudgetRule& operator=(BudgetRule&&) = default;
};

/// A rule whose releases are fixed beforehand: the number of those that were made decides.
class ScheduledRule : public BudgetRule {
 public:
  /// The release with this number, from 1.
  virtual Release at(Index number) const = 0;
  /// How many there are.
  virtual Index count() const = 0;
  std::optional<Release> next(const History& history) const final;
};

/// A schedule that is listed.
class FixedSchedule final : public ScheduledRule {
 public:
  /// @param releases  in order, constant ones only
  FixedSchedule(std::vector<PlannedReleases> releases, const Cost& cap, const Worth& worth)
      : releases_(std::move(releases)), cap_(cap), worth_(worth) {}

  Cost cap() const override { return cap_; }
  Release at(Index number) const override;
  Index count() const override;
  std::vector<PlannedReleases> planned() const override { return releases_; }
  double spent(const Cost& cost) const override { return worth_.of(cost); }
  void state(PrivacyClaim& claim) const override;

 private:
  std::vector<PlannedReleases> releases_;
  Cost cap_;
  Worth worth_;
};

/// The kind that the first release is of; a default one where nothing is planned.
Release first_release(const BudgetRule& rule);

/// The ledger of a run whose algorithm begins: what precedes it is charged
/// (ReleaseForm::precedes_run).
Ledger begun_ledger(const BudgetRule& rule);

/// The ledger of a run that made all planned releases. Of an open rule: an empty one.
Ledger whole_ledger(const BudgetRule& rule);

}  // namespace noisy
