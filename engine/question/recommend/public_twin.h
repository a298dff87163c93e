#pragma once

#include <cstdint>
#include <vector>

#include "engine/data/dense_data.h"
#include "engine/math/error.h"
#include "engine/problem/loss/loss_entry.h"

namespace noisy {

/// What is known of every record before one is read.
struct TwinSource {
  Index samples = 0;           ///< n
  Index columns = 0;           ///< d
  double row_bound = 1;        ///< R >= ||u||_2
  bool is_normalized = false;  ///< every row has the length R
  double intercept = 0;        ///< value of a constant column; 0: there is none
  Prediction prediction = Prediction::labels;
  Index classes = 0;        ///< K of Prediction::classes
  double target_lower = 0;  ///< of Prediction::numbers
  double target_upper = 0;
};

/// What no public fact tells of the records, and what decides which clip and how many steps are
/// best.
struct TwinTraits {
  double fill = 1;    ///< root mean square length of a row before it is clipped to R, over R
  double offset = 0;  ///< share of it that all rows have in common
  double decay = 1;   ///< the k-th direction varies as k^-decay
  double focus = 0;   ///< it bears a signal of k^-focus for each unit of its deviation
  double rare = 0;    ///< above 0, coordinates have two values, the larger one so often
  double signal = 1;  ///< deviation of the score that decides labels, in logits
};

/// 24 data sets from hard to easy, each as likely as the others: rows that fill a third to all of
/// their bound, few and many directions, measurements and categories, weak and strong signals. The
/// first 8 and the first 12 stand for all of them: each holds every value of a trait.
/// (Clipping turns the minimizer of a logistic loss where rows are no ellipsoid, and only stretches
/// it where they are: normal rows alone would recommend too small clips.)
std::vector<TwinTraits> twin_family(const TwinSource& source);

/// How many columns a twin has: d, or less where that suffices.
///
/// Steps along clipped gradients and Gaussian noise turn with the axes. So a twin's directions are
/// its axes, and columns that hardly vary may stand for more of them: the noise of a score is the
/// row's length times the noise of a coordinate, whatever the number of columns.
Index twin_columns(const TwinSource& source);

/// Draws a twin: a row is its offset plus independent coordinates of falling deviations, normal or
/// of two values, then the intercept, then cut to the bound. Where n is more than a twin has
/// records, each row comes four times with targets that are spread evenly over their law, so that
/// its optimum fits noise as little as that of n records.
///
/// @param number  of the twin: names its random streams
/// @error out-of-memory
Result<DenseData> draw_twin(const TwinSource& source, const TwinTraits& traits,
                            std::uint64_t number);

}  // namespace noisy
