#pragma once

#include <string>

#include "engine/privacy/oracle/exact.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/hidden_answer.h"
#include "engine/privacy/release/release_form.h"
#include "engine/privacy/release/stated_release.h"

namespace noisy {

/// Kinds that release something of gradients over all records at points within a distance of 0.
/// Their sensitivity is what the data's own bounds allow there (FiniteSum::bounds_within), and they
/// refuse points outside. Release::details begins with the radius; 0: the whole domain.
class RegionForm : public ReleaseForm, public HiddenAnswer {
 public:
  using ReleaseForm::ReleaseForm;

  double reach(const Release& release) const override { return radius_of(release); }

  bool is_named(const DescribedRelease&) const override { return true; }
  bool is_proven_for(Neighbours neighbours) const override {
    return neighbours != Neighbours::add_remove;
  }

  double mean_sensitivity(const DescribedRelease& release, double sensitivity) const override;
  std::string mean_text(const DescribedRelease& release) const override;

  std::string plain_words(const Json& entry) const override;

  void describe(const DescribedRelease& release, Json& entry) const override;
  void read(RecordReader& entry, StatedRelease& stated) const override;
  void check(const StatedRelease& stated, const std::string& place,
             Findings& findings) const override;
  void check_mean(const StatedRelease& stated, const std::string& place,
                  Findings& findings) const override;

 protected:
  /// What is stated of the region.
  struct StatedRegion final : StatedRelease::Details {
    double radius = 0;           ///< infinity: the whole domain
    double sensitivity = 0;      ///< gradient_move there
    double smoothness = 0;       ///< L_1 there; 0 where the kind does not rest on it
    double curvature_bound = 0;  ///< sup |phi''|; 0: not stated
    double row_bound = 0;        ///< sup ||u||_2
  };
  static const StatedRegion& region_of(const StatedRelease& stated) {
    return stated.details_as<StatedRegion>();
  }

  /// Whether one record moves what is noised by its smoothness, not by the length of its gradient.
  virtual bool rests_on_smoothness() const { return false; }
  virtual bool has_stated_mechanism(const StatedRelease& stated) const;

  static double radius_of(const Release& release);
  static RegionBounds bounds_of(const Release& release, const FiniteSum& data);
  static RegionBounds bounds_of(const DescribedRelease& release);
  /// The mean gradient at a point, and the smooth regularizer's.
  static Vector whole_gradient(const Vector& point, const Regularizer& regularizer,
                               const GradientAt& gradient_at);
  /// Why nothing is released of a point outside; nothing where it lies inside.
  static std::optional<Error> outside(const Release& release, const Vector& point);
};

/// The details of a release whose points lie within a radius, > 0, or in the whole domain, 0.
ReleaseDetails details_of_region(double radius);

}  // namespace noisy
