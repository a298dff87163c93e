#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/data/feature_bounds.h"
#include "engine/math/error.h"
#include "engine/math/vector.h"
#include "engine/privacy/notion.h"
#include "engine/problem/gradient_bounds.h"

namespace noisy {

class BlockCosts;
class Exact;
class Findings;
class Json;
class ReleaseCost;
class RecordReader;
class VertexSet;
struct DescribedRelease;
struct Domain;
struct Release;
struct Request;
struct StatedNoise;
struct StatedRelease;

/// Numbers that a release of some kinds rests on beside its noise; the kind's header names them.
using ReleaseDetails = std::array<double, 5>;

/// A kind of release: what is let out, noised, of what a private algorithm asks for. One object per
/// kind, in a file of its own; release_forms() lists them. Nothing else knows the kinds.
///
/// A kind answers requests behind the wall, and says what a release of it costs: the oracle
/// recomputes every cost from there, whatever a plan states.
class ReleaseForm {
 public:
  struct Name {
    std::string_view id;           ///< its word in files
    std::string_view title;        ///< for a page
    std::string_view description;  ///< one sentence
  };

  /// What a state behind the wall is made with: only kinds have keys, so that no algorithm can put
  /// one of its own there and look at exact gradients.
  class HiddenKey {
    friend class ReleaseForm;
    HiddenKey() = default;
  };

  explicit ReleaseForm(const Name& name) : name_(name) {}
  virtual ~ReleaseForm() = default;
  ReleaseForm(const ReleaseForm&) = delete;
  ReleaseForm& operator=(const ReleaseForm&) = delete;

  const Name& name() const { return name_; }
  std::string_view id() const { return name_.id; }

  /// Why the request cannot be answered whatever it costs. The oracle itself sees to it that points
  /// are finite and inside the domain.
  virtual std::optional<Error> refusal(const Request& /*request*/, const Exact& /*exact*/) const {
    return std::nullopt;
  }

  /// Whether the request waits for the gradient over all records at its point, which then is
  /// exact.value(); else it is answered at once.
  virtual bool needs_pass(const Request& /*request*/, const Exact& /*exact*/) const {
    return false;
  }

  /// Puts into exact.value() what is let out, noised and charged.
  virtual void answer(const Request& request, Exact& exact) const = 0;

  /// Least cost of the answer in the unit that is asked for, by the data's own enforced bounds and
  /// by nothing that a plan says; infinity when nothing is proven.
  virtual double least_cost(const Request& request, const Exact& exact,
                            ReleaseCost& cost) const = 0;

  /// Whether least_cost and what is stated of the kind are proven for these neighbours. A kind that
  /// says nothing is for records that are replaced.
  virtual bool is_proven_for(Neighbours neighbours) const;

  /// Renyi divergence of one release; infinity when nothing is proven.
  ///
  /// @param samples      n
  /// @param sensitivity  how far one record moves n times what is noised where it is a mean over
  ///                     all records: S_2, of a choice that of a score
  /// @param order        alpha > 1
  virtual double renyi(const Release& release, Index samples, double sensitivity,
                       double order) const;

  /// How far one record moves n times what is noised, where that is a mean over all records: S_2.
  virtual double sum_sensitivity(const GradientBounds& bounds, const Domain& domain,
                                 Index dimension) const;

  // What a statement says of releases of this kind. Most are means of batches, noised.

  /// Whether what moves follows from gradients at 0 alone (QuadraticBounds), so that these are what
  /// a statement bounds.
  virtual bool is_at_origin() const { return false; }
  /// The norm in which a record's gradient is bounded.
  virtual RowNorm norm(const DescribedRelease& release) const;
  /// The norm that an entry of noise states: that of the noise, unless one record's effect is
  /// bounded in another one and known in the noise's from there.
  virtual RowNorm noised_norm(RowNorm of_noise) const { return of_noise; }
  /// How far one record moves what is noised.
  /// @param sensitivity  S in that norm
  virtual double mean_sensitivity(const DescribedRelease& release, double sensitivity) const;
  /// The formula of the same, and what it is that moves.
  virtual std::string mean_text(const DescribedRelease& release) const;
  virtual std::string_view moving_text() const { return "the mean of the batch"; }
  /// What is noised, and what the noise does to it.
  virtual std::string_view noised_text() const { return "mean gradient"; }
  virtual std::string noise_text(const DescribedRelease& release) const;
  /// What goes on with that where the release is hardened, and how.
  virtual std::string_view grid_text() const;
  /// The formula of one release's cost in its unit, by the fields of the statement.
  virtual std::string cost_formula(const DescribedRelease& release) const;
  /// What a run of these releases gives away.
  virtual std::string released_text(const DescribedRelease& release) const;
  /// What it adds to that where another kind's comes first, from ", " on; empty where that one says
  /// it.
  virtual std::string also_released_text(const DescribedRelease& /*release*/) const { return ""; }
  /// Whether an entry names its kind: those do that are no means, and all that are counted in Renyi
  /// divergence.
  virtual bool is_named(const DescribedRelease& release) const;
  /// Adds what else a reader needs to an entry and to its blocks of sensitivity and cost.
  virtual void describe(const DescribedRelease& /*release*/, Json& /*entry*/) const {}
  virtual void describe_sensitivity(const DescribedRelease& /*release*/,
                                    Json& /*sensitivity*/) const {}
  virtual void describe_cost(const DescribedRelease& /*release*/, Json& /*cost*/) const {}

  /// Tells what the records of each block pay that so many releases as this one read, in the order
  /// in which blocks are read: of kinds whose blocks are read once. The dearest block pays what all
  /// releases are charged.
  virtual void tell_blocks(const DescribedRelease& /*release*/, Index /*count*/,
                           BlockCosts& /*blocks*/) const {}

  // The inverse: what a checker reads of it, and how it recomputes the figures.

  virtual void read(RecordReader& /*entry*/, StatedRelease& /*stated*/) const {}
  virtual void read_sensitivity(RecordReader& /*sensitivity*/, StatedRelease& /*stated*/) const {}
  virtual void read_cost(RecordReader& /*cost*/, StatedRelease& /*stated*/) const {}
  /// What must hold for the kind's proof to apply.
  virtual void check(const StatedRelease& stated, const std::string& place,
                     Findings& findings) const;
  /// Whether what moves by the stated mean sensitivity follows from the rest.
  virtual void check_mean(const StatedRelease& stated, const std::string& place,
                          Findings& findings) const;
  /// What one release with this noise costs, in the stated unit, by the formula of the statement;
  /// infinity when it describes no mechanism that is known to be private.
  virtual double stated_cost(const StatedRelease& stated, const StatedNoise& noise) const;
  /// What the first k releases cost together, for every k of `releases`, which ascend: of kinds
  /// whose releases cost what they add to the dearest record's share, so that equal noise costs
  /// differently. Empty of all others: each release costs its stated_cost.
  virtual std::vector<double> stated_totals(const StatedRelease& /*stated*/,
                                            std::span<const double> /*releases*/) const {
    return {};
  }
  /// sum_sensitivity as stated.
  virtual double stated_sum_sensitivity(const StatedRelease& stated) const;

  /// Of an entry that this program has written: Release::details, and sum_sensitivity by its block
  /// of sensitivity.
  virtual ReleaseDetails written_details(const Json& /*entry*/) const { return {}; }
  virtual double written_sum_sensitivity(const Json& sensitivity) const;

  /// In plain words: what is noised, and how far one record moves it. From an entry as written.
  virtual std::string plain_words(const Json& entry) const;
  /// Several releases beside those of other kinds: " gradients of ".
  virtual std::string_view plain_plural() const { return " gradients of "; }
  /// What such a release is moved by, over this length, where that is not always the same.
  virtual std::string_view plain_length() const { return ""; }
  /// The norm of what such a release is moved by, where that is not the gradient's.
  virtual std::string_view plain_norm() const { return ""; }

  // How an audit plays it.

  /// Why no game is known, for the parameter that chooses the kind.
  struct NoGame {
    std::string_view parameter;
    std::string_view message;
  };
  virtual std::optional<NoGame> no_game() const { return std::nullopt; }
  /// Whether the attacker chooses an anchor besides a point.
  virtual bool has_anchor() const { return false; }
  /// Whether it is the mean gradient of a batch with noise of its own, and nothing else: its exact
  /// epsilon is known.
  virtual bool is_noisy_mean() const { return false; }
  /// ln of the chance or density of what was released, up to a constant, where the exact gradient
  /// was `exact`.
  /// @param vertices  of the domain, where it has a list of them
  virtual double log_likelihood(const Release& release, const Vector& released, const Vector& exact,
                                const VertexSet* vertices) const;

  /// Whether this can be what was released where `exact` is answered without noise.
  virtual bool is_released_there(const Release& /*release*/, const Vector& released,
                                 const Vector& exact) const {
    return released.size() == exact.size();
  }

  /// Whether the chance of what is released is known only to one who carries the plan out again: it
  /// depends on a state behind the wall, which the records have moved, or on more than a mean
  /// gradient. The attacker does so on either data set, with every release replaced by the one that
  /// was made: log_likelihood gets, as `exact`, what is answered there without noise, or, of
  /// several selections in one release, their log-chances (Exact::published).
  virtual bool has_hidden_state() const { return false; }
  /// The record that pays the most for a whole run of such releases: the one that differs.
  virtual Index dearest_record(const Release& /*release*/, Index samples) const {
    return samples - 1;
  }

  /// Whether exact steps stand behind the release. That they break down is a fact about the data
  /// which no noise covers.
  virtual bool hides_steps() const { return false; }

  /// Whether it is made before the algorithm begins, of records that the algorithm then sees
  /// otherwise.
  virtual bool precedes_run() const { return false; }

  /// Whether it may be of a block of records, and least_cost sees to it that it reads no others.
  virtual bool reads_blocks() const { return false; }

  /// Whether it chooses one of some candidates, instead of adding noise to numbers.
  virtual bool is_choice() const { return false; }
  /// Whether the candidates are the domain's vertices.
  virtual bool chooses_vertices() const { return false; }

  /// The length that what one record does is proportional to, where it differs from release to
  /// release; 0: it does not.
  virtual double step_length(const Release& /*release*/) const { return 0; }
  /// The details of a release that is as this one but for that length.
  virtual ReleaseDetails details_at(const Release& release, double step_length) const;

  /// Whether what is released is an estimate of a gradient, alone or added to another kind's.
  virtual bool estimates_gradient() const { return false; }
  /// The kind whose last release a step adds to one of this kind, or null.
  virtual const ReleaseForm* added_to() const { return nullptr; }

  /// Whether its scale is a step size, too, which a plan may choose so that the budget is not
  /// spent.
  virtual bool may_cost_less() const { return false; }

 protected:
  static HiddenKey hidden_key() { return {}; }

  /// Whether a Renyi divergence of what is stated is proven at all: of Gaussian noise on drawn
  /// batches.
  virtual bool has_stated_divergence(const StatedRelease& stated) const;

 private:
  Name name_;
};

/// All kinds, those of the engine first; then what was registered.
std::span<const ReleaseForm* const> release_forms();

/// The kind with this id, or null.
const ReleaseForm* find_release_form(std::string_view id);

/// Adds a kind from outside the engine. Its word is all there is for what it costs, so nothing that
/// releases it is certified. Not while runs go on: register kinds when a program starts.
///
/// @param form  outlives all use
/// @error invalid-value when its id is taken
Result<void> register_release_form(const ReleaseForm& form);

/// Whether the kind is one of the engine's own, whose costs are proven here.
bool is_built_in(const ReleaseForm& form);

/// The mean gradient of a batch: what a release is where nothing else is said.
const ReleaseForm* gradient_form();

}  // namespace noisy
